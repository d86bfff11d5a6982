/** The parts whose operators are changed. */
const parts = ['charging', 'ledger', 'tools', 'principals', 'doors'];

export function isMutated(path: string): boolean {
  return (
    parts.some((part) => path.startsWith(`src/${part}/`)) &&
    path.endsWith('.ts') &&
    !/\.(test|generated)\.ts$/.test(path)
  );
}
