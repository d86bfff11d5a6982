import type { mcpEn } from './mcp-en.ts';

/** The same in Portuguese. */
export const mcpPtBR: typeof mcpEn = {
  mcpServe: {
    ready: (address) => `Falando MCP aqui, por ${address}. Ctrl+C encerra.`,
    reached: {
      unreachable: (address, command) =>
        `Nada responde em ${address}. Inicie o sistema com "${command} serve", ou informe o endereço com --url.`,
      'key-refused': (address, command) =>
        `${address} exige uma chave que ele conheça: informe-a com --key ou SIGEC_KEY. Isto cria uma: ${command} key create meu-agente --kind agent --role operator`,
      'not-allowed': (address, _command) =>
        `${address} não nos deixa entrar. Inclua o nome do host em ALLOWED_HOSTS, ou use outra chave.`,
      'not-proven': (address: string, _command: string) =>
        `O que escuta em ${address} não consegue provar que é o seu servidor, então a chave não foi enviada. Indique o seu servidor com --url ou SIGEC_URL.`,
      'no-mcp': (address, command) =>
        `${address} não fala MCP. Confira o endereço e o pacote; "${command} mcp address" mostra o endereço.`,
    },
    trouble: {
      unreachable: (address) => `Nada responde em ${address}; a próxima mensagem será tentada de novo.`,
      'key-refused': (address) => `${address} recusa a chave. Informe outra e inicie de novo.`,
      'broken-off': (address) => `A conexão com ${address} terminou antes de uma resposta.`,
      'not-understood': (address) => `${address} não aceitou uma mensagem.`,
    },
  },
};
