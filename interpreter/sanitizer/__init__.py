"""The sanitizer: what a run meets that the specification leaves open or does in silence (hlogen.spec.hazards)."""

from interpreter.sanitizer.finding import Element, Finding
from interpreter.sanitizer.sanitizer import Sanitizer, SanitizerError, SanitizerWarning

__all__ = ["Element", "Finding", "Sanitizer", "SanitizerError", "SanitizerWarning"]
