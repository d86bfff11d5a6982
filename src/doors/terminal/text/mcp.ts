import { both, sentence } from './spoken.ts';

export const mcp = {
  mcpServe: {
    ready: sentence(
      'Speaking MCP here, for {address}. Ctrl+C ends it.',
      'Falando MCP aqui, por {address}. Ctrl+C encerra.',
    ),
    reached: {
      unreachable: sentence(
        'Nothing answers at {address}. Start the system with "{command} serve", or give its address with --url.',
        'Nada responde em {address}. Inicie o sistema com "{command} serve", ou informe o endereço com --url.',
      ),
      'key-refused': sentence(
        '{address} wants a key that it knows: give it with --key or SIGEC_KEY. This makes one: {command} key create my-agent --kind agent --role operator',
        '{address} exige uma chave que ele conheça: informe-a com --key ou SIGEC_KEY. Isto cria uma: {command} key create meu-agente --kind agent --role operator',
      ),
      'not-allowed': both(
        (address: string, _command: string) =>
          `${address} turns us away. Add its host name to ALLOWED_HOSTS, or use another key.`,
        (address, _command) =>
          `${address} não nos deixa entrar. Inclua o nome do host em ALLOWED_HOSTS, ou use outra chave.`,
      ),
      'not-proven': both(
        (address: string, _command: string) =>
          `What listens at ${address} cannot prove that it is your server, so the key was not sent. Name your server with --url or SIGEC_URL.`,
        (address: string, _command: string) =>
          `O que escuta em ${address} não consegue provar que é o seu servidor, então a chave não foi enviada. Indique o seu servidor com --url ou SIGEC_URL.`,
      ),
      'no-mcp': sentence(
        '{address} does not speak MCP. Check the address and the pack; "{command} mcp address" shows the address.',
        '{address} não fala MCP. Confira o endereço e o pacote; "{command} mcp address" mostra o endereço.',
      ),
    },
    trouble: {
      unreachable: sentence(
        'Nothing answers at {address}; the next message is tried again.',
        'Nada responde em {address}; a próxima mensagem será tentada de novo.',
      ),
      'key-refused': sentence(
        '{address} refuses the key. Give another one, and start this anew.',
        '{address} recusa a chave. Informe outra e inicie de novo.',
      ),
      'broken-off': sentence(
        'The connection to {address} ended before an answer.',
        'A conexão com {address} terminou antes de uma resposta.',
      ),
      'not-understood': sentence('{address} could not take a message.', '{address} não aceitou uma mensagem.'),
    },
  },
};

export const helpMcp = {
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
