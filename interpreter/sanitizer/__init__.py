"""What a run meets that the specification leaves open or does in silence: the sanitizer of hlogen.spec.hazards."""

from interpreter.sanitizer.finding import Element, Finding
from interpreter.sanitizer.sanitizer import Sanitizer, SanitizerError, SanitizerWarning

__all__ = ["Element", "Finding", "Sanitizer", "SanitizerError", "SanitizerWarning"]
