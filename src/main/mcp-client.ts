// What the terminal does as a client of MCP servers, apart from the product that it need not load for it.
export type { RuleName } from '#doors/mcp/scan/finding.ts';
export { type ScanReport, scanMcp } from '#doors/mcp/scan/scan-mcp.ts';
export { reachMcp } from '#doors/mcp/stdio/reach-mcp.ts';
export { bridgeStdio } from '#doors/mcp/stdio/stdio-bridge.ts';
