import { both, sentence } from './spoken.ts';

export const mcp = {
  mcpServers: {
    added: sentence(
      '{name} is added. "{command} mcp test {name}" tries it; the next chat has it.',
      '{name} foi acrescentado. "{command} mcp test {name}" o experimenta; o próximo chat o tem.',
    ),
    addedProgram: sentence(
      '{name} is added, and runs with your rights when the next chat begins. "{command} mcp test {name}" tries it.',
      '{name} foi acrescentado e roda com os seus direitos quando o próximo chat começar. "{command} mcp test {name}" o experimenta.',
    ),
    removed: sentence('{name} is removed.', '{name} foi retirado.'),
    notAdded: sentence(
      '{name} was not added here. "{command} mcp list" shows the servers; those of MCP_SERVERS are taken out there.',
      '{name} não foi acrescentado aqui. "{command} mcp list" mostra os servidores; os de MCP_SERVERS são retirados lá.',
    ),
    unknown: sentence(
      'There is no server {name}. "{command} mcp list" shows them.',
      'Não há servidor {name}. "{command} mcp list" os mostra.',
    ),
  },
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
          `What listens at ${address} cannot prove that it is your server, so the key was not sent. Name your server with SIGEC_URL, or give its key with --key.`,
        (address: string, _command: string) =>
          `O que escuta em ${address} não consegue provar que é o seu servidor, então a chave não foi enviada. Indique o seu servidor com SIGEC_URL, ou informe a chave dele com --key.`,
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
