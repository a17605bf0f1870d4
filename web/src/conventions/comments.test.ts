import ts from 'typescript';
import { expect, test } from 'vitest';
import { lineOf, readScripts, type Script, walk } from './sources.ts';

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
  const comments = readScripts().flatMap(functionComments);
  expect(comments.length).toBeGreaterThan(800);
  expect(comments.filter(({ comment }) => !isImperative(comment))).toEqual([]);
  const nouns = ['The nearest site.', 'Whether it is over.', 'Returns the site.', 'Time of the move.', 'All moves.'];
  expect(nouns.filter(isImperative)).toEqual([]);
});
