import ts from 'typescript';
import { expect, test } from 'vitest';
import { lineOf, readScripts, type Script, walk } from './sources.ts';

/** Read once for all tests, and before their time limits begin: parsing takes most of the time. */
const SCRIPTS = readScripts();

/** The verbs with which comments on functions begin. Add one if a function does something else. */
const VERBS = new Set(
  `Add Advance Align Allow Animate Announce Answer Apply Ask Assign Begin Build Call Cancel Challenge Change Check Choose
  Clear Close Compile Complete Connect Convert Copy Count Create Darken Delete Discard Draw Drop Emit End Execute Expect
  Fade Fetch Fit Focus Follow Forget Give Go Handle Highlight Ignore Import Join Judge Keep Let Light List Load Look Lower
  Make Mark Mix Move Notify Offer Open Order Paint Parse Place Play Post Preview Put Read Receive Rebuild Recompute
  Reconnect Record Reload Remember Remind Remove Rename Render Replace Request Reset Restore Return Review Round Run Save Scroll
  Search Select Send Set Shorten Show Simulate Start Step Stop Store Subscribe Sweep Switch Take Tell Time Turn Undo Update
  Use Validate Vibrate Wait Walk Wipe Withdraw Write Yield`.split(/\s+/),
);

/** Return whether a comment on a node describes what a function does. Getters and callbacks are described as nouns. */
function isFunction(node: ts.Node): boolean {
  if (ts.isVariableStatement(node)) {
    const values = node.declarationList.declarations.map((declaration) => declaration.initializer);
    return values.some((value) => value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)));
  }
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
}

/** Return the comments on the functions of a script. */
function functionComments({ path, source }: Script): { at: string; comment: string }[] {
  const found: { at: string; comment: string }[] = [];
  walk(source, (node) => {
    const comments = isFunction(node) ? ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc) : [];
    for (const one of comments) {
      const comment = ts.getTextOfJSDocComment(one.comment) ?? '';
      found.push({ at: `${path}:${lineOf(source, one.getStart())}`, comment });
    }
  });
  return found;
}

/** Return whether a comment begins with a verb. "Time of the move" begins with a noun. */
function isImperative(comment: string): boolean {
  const [first = '', second] = comment.split(/\s+/);
  return VERBS.has(first.replace(/[,:;]$/, '')) && second !== 'of';
}

test('comments on functions begin with a verb in the imperative', () => {
  const comments = SCRIPTS.flatMap(functionComments);
  expect(comments.length).toBeGreaterThan(800);
  expect(comments.filter(({ comment }) => !isImperative(comment))).toEqual([]);
  const nouns = ['The nearest site.', 'Whether it is over.', 'Returns the site.', 'Time of the move.', 'All moves.'];
  expect(nouns.filter(isImperative)).toEqual([]);
});

/** Types of a component or a test, generated types, and the page of an exported game, which is a program of its own. */
const APART = /\.svelte$|\.test\.ts$|^lib\/net\/types\.ts$|^viewer\//;

function isExportedType(
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration {
  const declares = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
  return declares && !!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

test('no two types that modules share have one name', () => {
  const paths = new Map<string, string[]>();
  for (const { path, source } of SCRIPTS.filter((script) => !APART.test(script.path))) {
    for (const node of source.statements.filter(isExportedType)) {
      const name = node.name?.text ?? '';
      paths.set(name, [...(paths.get(name) ?? []), path]);
    }
  }
  expect(paths.size).toBeGreaterThan(200);
  expect([...paths].filter(([, found]) => found.length > 1)).toEqual([]);
});

const MAX_FUNCTION_LINES = 60;

/** Return the functions of a script with their lengths in lines. */
function functionsOf({ path, source }: Script): { at: string; lines: number }[] {
  const found: { at: string; lines: number }[] = [];
  walk(source, (node) => {
    if (ts.isFunctionLike(node)) {
      const [first, last] = [lineOf(source, node.getStart()), lineOf(source, node.end)];
      found.push({ at: `${path}:${first}`, lines: last - first + 1 });
    }
  });
  return found;
}

test('no function is too long to be read at once', () => {
  const functions = SCRIPTS.flatMap(functionsOf);
  expect(functions.length).toBeGreaterThan(2000);
  expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
});
