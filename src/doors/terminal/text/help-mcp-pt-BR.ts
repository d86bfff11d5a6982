import type { helpMcpEn } from './help-mcp-en.ts';

/** The same in Portuguese. */
export const helpMcpPtBR: typeof helpMcpEn = {
  mcp: 'a porta dos agentes LLM',
  mcpAddress: 'o endereço para agentes, e uma configuração para colar',
  mcpServe: 'fala MCP pela entrada e pela saída, para hosts que iniciam programas; o sistema precisa estar rodando',
  mcpUrl: 'endereço do sistema em execução, ou do próprio MCP: http://127.0.0.1:8000/mcp (SIGEC_URL)',
  mcpPack: 'somente as ferramentas deste pacote, todas elas',
  mcpReadonly: 'somente ferramentas que leem; de charging, se --pack não disser outro',
  mcpScan: 'examina um servidor MCP como alguém hostil faria: o que ele diz, e o que responde a chamadas ruins',
  mcpScanUrl: 'o endereço dele, como http://127.0.0.1:8000/mcp',
  mcpScanKey: 'a chave a enviar; só é enviada a que for dada aqui',
  mcpScanOther: 'a chave de outra pessoa: o que só ela vê deve ficar oculto de --key',
  mcpScanCalls: 'não chama nenhuma ferramenta mais vezes do que isto (padrão: 400)',
  mcpScanAll: 'chama também ferramentas que não dizem que só leem; elas podem alterar algo',
};
