import ts from 'typescript';
import { expect, test } from 'vitest';
import { readScripts } from './sources.ts';

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
  for (const { path, source } of readScripts().filter((script) => !APART.test(script.path))) {
    for (const node of source.statements.filter(isExportedType)) {
      const name = node.name?.text ?? '';
      paths.set(name, [...(paths.get(name) ?? []), path]);
    }
  }
  expect(paths.size).toBeGreaterThan(200);
  expect([...paths].filter(([, found]) => found.length > 1)).toEqual([]);
});
