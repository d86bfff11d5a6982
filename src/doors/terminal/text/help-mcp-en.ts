export const helpMcpEn = {
  mcp: 'the door for LLM agents',
  mcpAddress: 'the address for agents, and a configuration to paste',
  mcpServe: 'speak MCP over input and output, for hosts that start programs; the system itself must run',
  mcpUrl: 'address of the running system, or of MCP itself: http://127.0.0.1:8000/mcp (SIGEC_URL)',
  mcpPack: 'only the tools of this pack, all of them',
  mcpReadonly: 'only tools that read; of charging, unless --pack says otherwise',
  mcpScan: 'look at any MCP server as somebody hostile would: what it says, and what it answers to bad calls',
  mcpScanUrl: 'its address, such as http://127.0.0.1:8000/mcp',
  mcpScanKey: 'the key to send; only one given here is sent',
  mcpScanOther: "somebody else's key: what only that one is shown must stay hidden from --key",
  mcpScanCalls: 'call no tool more often than this (default: 400)',
  mcpScanAll: 'also call tools that do not say that they only read; they may change something',
};
