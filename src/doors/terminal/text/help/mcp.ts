import { both } from '../spoken.ts';

export const mcp = {
  mcp: both('the door for LLM agents', 'a porta dos agentes LLM'),
  mcpAddress: both(
    'the address for agents, and a configuration to paste',
    'o endereço para agentes, e uma configuração para colar',
  ),
  mcpServe: both(
    'speak MCP over input and output, for hosts that start programs; the system itself must run',
    'fala MCP pela entrada e pela saída, para hosts que iniciam programas; o sistema precisa estar rodando',
  ),
  mcpUrl: both(
    'address of the running system, or of MCP itself: http://127.0.0.1:8000/mcp (SIGEC_URL)',
    'endereço do sistema em execução, ou do próprio MCP: http://127.0.0.1:8000/mcp (SIGEC_URL)',
  ),
  mcpPack: both('only the tools of this pack, all of them', 'somente as ferramentas deste pacote, todas elas'),
  mcpReadonly: both(
    'only tools that read; of charging, unless --pack says otherwise',
    'somente ferramentas que leem; de charging, se --pack não disser outro',
  ),
  mcpAdd: both(
    'let the chat use one more MCP server: an address, or a program that is started',
    'deixa o chat usar mais um servidor MCP: um endereço, ou um programa que é iniciado',
  ),
  mcpAddAfter: both(
    'A program stands behind --, so that its own options stay its own:\n  sigec mcp add files -- npx -y @modelcontextprotocol/server-filesystem /data\n  sigec mcp add weather https://mcp.example/mcp --header "Authorization: Bearer \\${WEATHER_KEY}"',
    'Um programa fica depois de --, para que as opções dele continuem dele:\n  sigec mcp add files -- npx -y @modelcontextprotocol/server-filesystem /data\n  sigec mcp add weather https://mcp.example/mcp --header "Authorization: Bearer \\${WEATHER_KEY}"',
  ),
  mcpServerName: both('how it is called, such as weather', 'como ele se chama, por exemplo weather'),
  mcpTarget: both('its address, or the program with its words', 'o endereço dele, ou o programa com suas palavras'),
  mcpHeader: both(
    'sent to the address, "Name: value"; ${VARIABLE} is read when the chat begins (may be repeated)',
    'enviado ao endereço, "Nome: valor"; ${VARIÁVEL} é lida quando o chat começa (pode se repetir)',
  ),
  mcpEnv: both('given to the program, NAME=value (may be repeated)', 'dado ao programa, NOME=valor (pode se repetir)'),
  mcpSse: both('it speaks only the transport of 2024', 'ele só fala o transporte de 2024'),
  mcpRemove: both('take back a server that was added', 'retira um servidor que foi acrescentado'),
  mcpList: both(
    'the MCP servers of the chat, and how each is now',
    'os servidores MCP do chat, e como cada um está agora',
  ),
  mcpTest: both('connect with one of them, and show its tools', 'conecta com um deles e mostra as ferramentas'),
  mcpScan: both(
    'look at any MCP server as somebody hostile would: what it says, and what it answers to bad calls',
    'examina um servidor MCP como alguém hostil faria: o que ele diz, e o que responde a chamadas ruins',
  ),
  mcpScanUrl: both('its address, such as http://127.0.0.1:8000/mcp', 'o endereço dele, como http://127.0.0.1:8000/mcp'),
  mcpScanKey: both(
    'the key to send; only one given here is sent',
    'a chave a enviar; só é enviada a que for dada aqui',
  ),
  mcpScanOther: both(
    "somebody else's key: what only that one is shown must stay hidden from --key",
    'a chave de outra pessoa: o que só ela vê deve ficar oculto de --key',
  ),
  mcpScanCalls: both(
    'call no tool more often than this (default: 400)',
    'não chama nenhuma ferramenta mais vezes do que isto (padrão: 400)',
  ),
  mcpScanAll: both(
    'also call tools that do not say that they only read; they may change something',
    'chama também ferramentas que não dizem que só leem; elas podem alterar algo',
  ),
};
