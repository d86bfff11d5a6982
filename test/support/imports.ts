import { type ESTree, parseSync, Visitor } from 'vite';

export type SourceFile = {
  /** From the root of the repository, with forward slashes. */
  path: string;
  text: string;
};

export type Import = {
  kind: 'static' | 'side-effect' | 'type-only' | 're-export' | 'dynamic' | 'import-type' | 'require' | 'url';
  /** Absent when the argument is computed, so that nobody can say what is imported. */
  specifier: string | undefined;
  /** Vanishes when the types are stripped. */
  isType: boolean;
  line: number;
};

/** Every way in which a source file reaches another module, in the order of the text. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const found: { start: number; import: Import }[] = [];
  const add = (kind: Import['kind'], { start }: { start: number }, specifier: string | undefined, isType = false) => {
    found.push({ start, import: { kind, specifier, isType, line: text.slice(0, start).split('\n').length } });
  };

  new Visitor({
    ImportDeclaration(node) {
      if (node.importKind === 'type') add('type-only', node, node.source.value, true);
      else add(node.specifiers.length === 0 ? 'side-effect' : 'static', node, node.source.value);
    },
    ExportAllDeclaration: (node) => add('re-export', node, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration(node) {
      if (node.source !== null) add('re-export', node, node.source.value, node.exportKind === 'type');
    },
    ImportExpression: (node) => add('dynamic', node, literal(node.source)),
    TSImportType: (node) => add('import-type', node, node.source.value, true),
    TSExternalModuleReference: (node) => add('require', node, node.expression.value),
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require')
        add('require', node, literal(node.arguments[0]));
    },
    // A worker is started from an address rather than imported, and loads code all the same.
    NewExpression(node) {
      const address =
        node.callee.type === 'Identifier' && node.callee.name === 'URL' ? literal(node.arguments[0]) : undefined;
      if (address !== undefined && /^\.{1,2}\/.*\.[cm]?[jt]sx?$/.test(address)) add('url', node, address);
    },
  }).visit(program);
  return found.toSorted((a, b) => a.start - b.start).map((each) => each.import);
}

function literal(node: ESTree.Argument | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
