"""The server of ``hlogen lsp``, over standard input and output: the one place that knows pygls and its protocol.

Documents live in the event loop; what takes a worker process is asked for in one other thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from hlogen.conform.case_result import CaseVerdict
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.lint.finding import ERROR, WARNING, Finding
from hlogen.lint.formats.text import explained
from hlogen.lint.ignore_comments import ignoring
from hlogen.lint.rules import UNUSED
from hlogen.lsp.checking import Checking, Mended
from hlogen.lsp.completion import choices, result_types
from hlogen.lsp.names import Definition, Names, outline, signature
from hlogen.lsp.testing import Testing, cases
from hlogen.lsp.text import Text

_T = TypeVar("_T")
_Placed = types.DefinitionParams | types.ReferenceParams | types.DocumentHighlightParams | types.RenameParams
_PAUSE = 0.2  # seconds without a change, after which a text is checked
_MOST_FIXES = 5  # that are looked for at once: each checks a program or two
_QUICK_FIX = types.CodeActionKind.QuickFix.value
_FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.hlogen"
_RUN_TEST = "hlogen.runTest"
_COMMENT = re.compile(r"hlogen: ignore(?:-file)?\[([^\]]*)\]")
_ID = re.compile(r"[\w.]+")
_OPERATION = re.compile(r'"?([a-z_]\w*\.[\w.]+)"?')
_NAME = re.compile(r"[%@]?([A-Za-z_$.][\w$.-]*|\d+)")
_SEVERITIES = {ERROR: types.DiagnosticSeverity.Error, WARNING: types.DiagnosticSeverity.Warning}
_KINDS = {
    "operation": types.CompletionItemKind.Function,
    "attribute": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.Variable,
    "function": types.CompletionItemKind.Module,
}


class _Document:
    """What an editor shows; another one after each change."""

    def __init__(self, uri: str, version: int | None, source: str, encoding: str) -> None:
        self.uri, self.version = uri, version
        self.file = to_fs_path(uri) or uri
        self.text = Text(source, encoding)
        self.findings: list[Finding] = []

    @cached_property
    def names(self) -> Names:
        return Names(self.text.source)

    def offset(self, position: types.Position) -> int:
        return self.text.offset(position.line, position.character)

    def range(self, start: int, end: int) -> types.Range:
        return types.Range(types.Position(*self.text.position(start)), types.Position(*self.text.position(end)))

    def findings_at(self, start: int, end: int) -> Iterable[Finding]:
        for finding in self.findings:
            begins, ends = self.text.span(finding)
            if begins <= end and start <= ends:
                yield finding


class Server(LanguageServer):
    """The documents that are open, and what is asked about them."""

    def __init__(self, version: str, checking: Checking) -> None:
        super().__init__("hlogen", version, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.checking = checking
        self.documents: dict[str, _Document] = {}
        self._checks: dict[str, asyncio.Task[None]] = {}
        self.aside = ThreadPoolExecutor(1)
        self.testing = Testing()
        self.beside = ThreadPoolExecutor(1)  # for tests, which take longer

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Messages that can't be understood are told to who reads the log."""
        print(f"hlogen lsp: {type(error).__name__}: {' '.join(str(error).split())}", file=sys.stderr)

    def take(self, uri: str, version: int | None, source: str) -> None:
        """Takes the text of a document, and checks it when it hasn't changed for a moment."""
        encoding = str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))
        before = self.documents.get(uri)
        document = self.documents[uri] = _Document(uri, version, source, encoding)
        self.check(document, 0 if before is None else _PAUSE)

    def check(self, document: _Document, pause: float) -> None:
        if (before := self._checks.pop(document.uri, None)) is not None:
            before.cancel()
        self._checks[document.uri] = asyncio.get_running_loop().create_task(self._check(document, pause))

    async def _check(self, document: _Document, pause: float) -> None:
        await asyncio.sleep(pause)

        def find() -> list[Finding] | None:
            is_new = self.documents.get(document.uri) is document
            return self.checking.findings(document.file, document.text) if is_new else None

        findings = await self.apart(find)
        if findings is not None and self.documents.get(document.uri) is document:
            document.findings = findings
            told = [_diagnostic(document, finding) for finding in findings if _is_in(document, finding)]
            self._tell(document, told)

    def close(self, uri: str) -> None:
        """Forgets a document, and takes back what is said about it."""
        document = self.documents.pop(uri, None)
        if document is not None:
            self._checks.pop(uri).cancel()
            self.aside.submit(self.checking.forget, document.file)
            self._tell(document, [])

    async def apart(self, do: Callable[[], _T]) -> _T:
        """Does what takes the worker process."""
        return await asyncio.get_running_loop().run_in_executor(self.aside, do)

    def _tell(self, document: _Document, told: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, told, document.version))


def serve(version: str) -> None:
    """Serves an editor until it says goodbye, or ends."""
    if not os.environ.get("HLOGEN_DEBUG"):  # tracebacks of what editors send wrongly; `report_server_error` tells of it
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
    with Checking() as checking:
        server = Server(version, checking)
        _add_features(server)
        try:
            server.start_io()
        except (MemoryError, OverflowError, ValueError) as error:  # of the length of a message
            why = str(error) or "a message doesn't fit into memory"
            raise UsageError(f"the editor can't be followed any more: {why}; start the server again") from error
        finally:
            for executor, asked in ((server.aside, checking), (server.beside, server.testing)):
                executor.shutdown(wait=False, cancel_futures=True)
                asked.kill()
                executor.shutdown()
            server.testing.close()


def _is_in(document: _Document, finding: Finding) -> bool:
    """Whether it is about this document: a program may hold what says that it stands in another file."""
    return finding.file == document.file


def _diagnostic(document: _Document, finding: Finding) -> types.Diagnostic:
    related = []
    for place in finding.related:
        line, column = (place.line or 1) - 1, (place.column or 1) - 1
        uri = from_fs_path(str(Path(document.file).parent / place.file))
        if uri is not None:
            at = types.Position(line, column)
            related.append(types.DiagnosticRelatedInformation(types.Location(uri, types.Range(at, at)), "made here"))
    return types.Diagnostic(
        document.range(*document.text.span(finding)),
        explained(finding),
        severity=_SEVERITIES.get(finding.level, types.DiagnosticSeverity.Information),
        code=finding.rule,
        source="hlogen",
        tags=[types.DiagnosticTag.Unnecessary] if finding.rule == UNUSED else None,
        related_information=related or None,
    )


def _add_features(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.take(document.uri, document.version, document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        if params.content_changes:
            document = params.text_document
            server.take(document.uri, document.version, params.content_changes[-1].text)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        for document in server.documents.values():  # it may be a config, or a baseline
            server.check(document, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        at = document.offset(params.position)
        told = await server.apart(lambda: _hovered(server.checking, document, at))
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told)) if told else None

    def named(params: _Placed) -> tuple[_Document | None, Definition | None]:
        document = server.documents.get(params.text_document.uri)
        return document, None if document is None else document.names.at(document.offset(params.position))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        document, found = named(params)
        if document is None or found is None:
            return None
        return types.Location(document.uri, document.range(found.start, found.end))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        document, found = named(params)
        if document is None or found is None:
            return []
        uses = [one for one in found.uses if params.context.include_declaration or one[0] != found.start]
        return [types.Location(document.uri, document.range(*one)) for one in uses]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        document, found = named(params)
        if document is None or found is None:
            return []
        return [types.DocumentHighlight(document.range(*one)) for one in found.uses]

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        document, found = named(params)
        match = _NAME.fullmatch(params.new_name)
        if document is None or found is None or match is None:
            return None
        new = ("@" if found.kind == "function" else "%") + match[1]
        return types.WorkspaceEdit({document.uri: [types.TextEdit(document.range(*one), new) for one in found.uses]})

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        return [
            types.DocumentSymbol(
                name, types.SymbolKind.Function, document.range(start, end), document.range(start, min(end, start + 9))
            )
            for name, start, end in outline(document.text.source)
        ]

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "%", "@", "{", ",", '"'])
    )
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        at = document.offset(params.position)
        return [
            types.CompletionItem(
                choice.text,
                kind=_KINDS[choice.kind],
                detail=choice.detail or None,
                text_edit=types.TextEdit(document.range(choice.start, at), choice.text),
            )
            for choice in choices(document.text.source, document.names, at)
        ]

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        span = document.offset(params.range.start), document.offset(params.range.end)
        return [
            types.InlayHint(document.range(at, at).start, f": {type}", kind=types.InlayHintKind.Type)
            for at, type in result_types(document.text.source, *span)
        ]

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        found = []
        for name, start, _ in cases(document.text.source):
            command = types.Command("Run test", _RUN_TEST, arguments=[document.uri, name, start])
            found.append(types.CodeLens(document.range(start, start), command))
        return found

    @server.command(_RUN_TEST)
    async def run_test(uri: str, name: str, start: int) -> None:
        document = server.documents.get(uri)
        if document is None:
            return
        loop = asyncio.get_running_loop()
        result = await loop.run_in_executor(
            server.beside, lambda: server.testing.run(document.file, document.text, start, name)
        )
        is_bad = result.verdict in (CaseVerdict.FAIL, CaseVerdict.ERROR)
        kind = types.MessageType.Error if is_bad else types.MessageType.Info
        server.window_show_message(types.ShowMessageParams(kind, str(result)))

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[_QUICK_FIX, _FIX_ALL]),
    )
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return []
        start, end = document.offset(params.range.start), document.offset(params.range.end)
        only = params.context.only
        is_for_all = any(_FIX_ALL.startswith(kind) for kind in only or ())
        found = await server.apart(lambda: _actions(server.checking, document, start, end, is_for_all=is_for_all))
        return [one for one in found if only is None or str(one.kind).startswith(tuple(only))]


def _hovered(checking: Checking, document: _Document, at: int) -> str:
    """What there is to say about what stands at an offset, in Markdown."""
    text = document.text
    line, _ = text.position(at)
    code = text.line(line)
    begin = text.offset(line, 0)
    for comment in _COMMENT.finditer(code):
        for id in _ID.finditer(code, *comment.span(1)):
            if id.start() <= at - begin <= id.end():
                return checking.ask(text, at, "rule", id=id[0]) or ""
    told: list[str] = []
    found = document.names.at(at)
    if found is not None and found.kind == "function":
        told.append(f"```mlir\n{signature(text.source, found.start)}\n```")
    elif found is not None:
        row, column = text.place(found.start)
        shown, index = document.names.result_at(at, found)
        about = {"line": row, "column": column, "name": shown, "kind": found.kind, "index": index}
        said = checking.ask(text, found.start, "value", **about)
        told.append(said or (f"```mlir\n{shown}: {found.type}\n```" if found.type else ""))
    else:
        for name in _OPERATION.finditer(code):
            if name.start() <= at - begin <= name.end():
                row, column = text.place(begin + name.start())
                told.append(checking.ask(text, at, "operation", name=name[1], line=row, column=column) or "")
    rules = dict.fromkeys(finding.rule for finding in document.findings_at(at, at))
    told += [checking.ask(text, at, "rule", id=rule) or "" for rule in rules]
    return "\n\n---\n\n".join(filter(None, told))


def _actions(
    checking: Checking, document: _Document, start: int, end: int, *, is_for_all: bool
) -> list[types.CodeAction]:
    """What may be done about the findings between two offsets, or about all of the document."""
    found: list[types.CodeAction] = []
    findings = [*document.findings_at(start, end)]

    def add(title: str, kind: str, edits: list[types.TextEdit], about: Iterable[Finding] = ()) -> None:
        told = [_diagnostic(document, finding) for finding in about]
        edit = types.WorkspaceEdit({document.uri: edits})
        found.append(types.CodeAction(title, kind, told or None, edit=edit))

    def edits_of(mended: Mended) -> list[types.TextEdit]:
        return [types.TextEdit(document.range(edit.start, edit.end), edit.new) for edit in mended.edits]

    for finding in findings[:_MOST_FIXES]:
        mended = checking.mended(document.file, document.text, document.text.span(finding)[0], finding)
        if mended is not None:
            title = f"{', '.join(mended.what)}{'' if mended.is_safe else ' (a guess)'}"
            add(f"Fix {finding.rule}: {title}", _QUICK_FIX, edits_of(mended), [finding])
    if found or is_for_all:
        of_parts = (checking.mended(document.file, document.text, part.start) for part in document.text.parts)
        if edits := [edit for mended in of_parts if mended is not None for edit in edits_of(mended)]:
            add("Fix all that is certain", _FIX_ALL, edits)
    for finding in findings:
        if finding.scopes and finding.line is not None:
            line = document.text.line(finding.line - 1)
            begin = document.text.offset(finding.line - 1, 0)
            new = "\n".join(ignoring(line, [finding.rule]))
            edit = types.TextEdit(document.range(begin, begin + len(line)), new)
            add(f"Ignore {finding.rule} here", _QUICK_FIX, [edit], [finding])
    return found
