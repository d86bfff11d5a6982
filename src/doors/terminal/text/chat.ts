import { both, sentence } from './spoken.ts';

export const chat = {
  chat: {
    prompt: both('you › ', 'você › '),
    noModel: both(
      'interpreter (no language model; set LLM_PROVIDER for one)',
      'interpretador (sem modelo de linguagem; LLM_PROVIDER define um)',
    ),
    toolCount: sentence('{count} tools', '{count} ferramentas'),
    greeting: both(
      '/help shows what can be typed. Ctrl+C stops an answer, Ctrl+D leaves.',
      '/help mostra o que se pode digitar. Ctrl+C interrompe uma resposta, Ctrl+D sai.',
    ),
    leaveHint: both('Press Ctrl+C once more to leave, or go on.', 'Pressione Ctrl+C de novo para sair, ou continue.'),
    thinking: both('thinking', 'pensando'),
    callFailed: both('failed', 'falhou'),
    noQuestion: sentence(
      'There is no question. Write it behind the command: {command} ask "which stations are faulted?"',
      'Falta a pergunta. Escreva-a depois do comando: {command} ask "quais estações estão com falha?"',
    ),
    noServers: both(
      'No MCP server is configured, so nothing can be asked. Set MCP_SERVERS, or leave it out for the system on this machine.',
      'Nenhum servidor MCP está configurado, então nada pode ser perguntado. Defina MCP_SERVERS, ou deixe-o de fora para usar o sistema desta máquina.',
    ),
    noFolder: sentence(
      'Conversations can be kept nowhere ({places}): {problem}. Set DATA_DIR to a folder of yours.',
      'As conversas não podem ser guardadas em lugar nenhum ({places}): {problem}. Defina DATA_DIR com uma pasta sua.',
    ),
    keyMissing: sentence(
      '{provider} wants a key: set {setting}, or choose another one with --model. "--model interpreter" needs none.',
      '{provider} pede uma chave: defina {setting}, ou escolha outro com --model. "--model interpreter" não precisa de nenhuma.',
    ),
    away: sentence(
      '{reason} Until then the interpreter answers what it understands.',
      '{reason} Até lá, o interpretador responde o que entende.',
    ),
    free: both('answered by the interpreter, free', 'respondido pelo interpretador, de graça'),
    modelForm: sentence(
      'PROVIDER/MODEL, where the provider is one of {providers}',
      'PROVEDOR/MODELO, em que o provedor é um destes: {providers}',
    ),
    unasked: both(
      'Something was not done because nobody could be asked. Ask again in a terminal, or with --yes.',
      'Algo não foi feito porque não havia a quem perguntar. Pergunte de novo em um terminal, ou com --yes.',
    ),
    signIn: sentence(
      '{server} wants you to sign in. Open this in a browser: {url}',
      '{server} pede que você entre. Abra isto em um navegador: {url}',
    ),
    retrying: sentence('{reason} Trying again in {wait}', '{reason} Nova tentativa em {wait}'),
    compacted: sentence(
      'The conversation grew long: {before} messages were summed up to {after}.',
      'A conversa ficou longa: {before} mensagens foram resumidas em {after}.',
    ),
    answeredBy: sentence('Answered by {who}.', 'Quem responde: {who}.'),
    nowAnsweredBy: sentence('From now on answered by {who}.', 'A partir de agora responde: {who}.'),
    tokens: sentence('{read} tokens read, {written} written', '{read} tokens lidos, {written} escritos'),
    lastAnswer: both('Last answer', 'Última resposta'),
    wholeConversation: both('Whole conversation', 'Conversa inteira'),
    context: sentence(
      '{used} of {most} tokens ({share}) before it is summed up',
      '{used} de {most} tokens ({share}) antes de ser resumida',
    ),
    planOn: both(
      'Plan mode: nothing that changes anything is called until /plan is typed again.',
      'Modo de plano: nada que altere algo é chamado até /plan ser digitado de novo.',
    ),
    planOff: both('Plan mode is over.', 'O modo de plano terminou.'),
    nothingToCompact: both('There is nothing to sum up.', 'Não há nada para resumir.'),
    noPrice: both(
      'No price is known for this model; LLM_PRICES_FILE names a file with prices.',
      'Não se conhece o preço deste modelo; LLM_PRICES_FILE indica um arquivo de preços.',
    ),
    noCalls: both('No tool was called for the last answer.', 'Nenhuma ferramenta foi chamada na última resposta.'),
    noSuchCall: sentence('The last answer has calls 1 to {most}.', 'A última resposta tem as chamadas de 1 a {most}.'),
    unknownSlash: sentence(
      'There is no /{name}. /help shows what there is.',
      'Não existe /{name}. /help mostra o que há.',
    ),
    help: both(
      'Commands of sigec work after a slash too, such as /station show CP-7. Everything else is a question.\nTab completes, the arrow keys bring back what was typed; a line that begins with a space is not remembered.',
      'Comandos do sigec também funcionam depois de uma barra, como /station show CP-7. Todo o resto é uma pergunta.\nTab completa, as setas trazem o que já foi digitado; uma linha que começa com espaço não é guardada.',
    ),
    slashes: {
      help: both('this list', 'esta lista'),
      servers: both(
        'the MCP servers and how they are, or what has changed at one; accept takes its tools as they are now, retry tries it again',
        'os servidores MCP e como estão, ou o que mudou em um; accept aceita as ferramentas como são agora, retry tenta de novo',
      ),
      tools: both(
        'the tools, or those that fit; a single one with what it takes',
        'as ferramentas, ou as que servem; uma só, com o que ela recebe',
      ),
      resources: both('what servers offer to read, or one of it', 'o que os servidores oferecem para ler, ou um deles'),
      prompts: both(
        'ways of working that servers offer; with a name, one is followed',
        'modos de trabalho que os servidores oferecem; com um nome, segue-se um',
      ),
      model: both('who answers, or another one from now on', 'quem responde, ou outro a partir de agora'),
      permissions: both(
        'your rules for calls: allow, ask or deny',
        'suas regras para chamadas: permitir, perguntar ou negar',
      ),
      approvals: both('what you allowed, and proposals that wait', 'o que você permitiu, e propostas que esperam'),
      details: both(
        'what the tools of the last answer were asked, and what they said',
        'o que se pediu às ferramentas na última resposta, e o que elas disseram',
      ),
      resume: both('go on with an earlier conversation', 'continua uma conversa anterior'),
      conversations: both('earlier conversations', 'conversas anteriores'),
      export: both('write this conversation to a Markdown file', 'grava esta conversa em um arquivo Markdown'),
      usage: both('tokens and cost', 'tokens e custo'),
      context: both('how full this conversation is', 'quanto desta conversa já está ocupado'),
      compact: both('sum this conversation up now', 'resume esta conversa agora'),
      plan: both(
        'plan mode, on or off: it looks and says what it would do, and nothing that changes anything is called',
        'modo de plano, liga ou desliga: olha e diz o que faria, e nada que altere algo é chamado',
      ),
      clear: both('begin anew', 'começa de novo'),
      quit: both('leave', 'sai'),
    },
    approval: {
      because: {
        changes: both(
          (_server: string) => 'It changes something.',
          (_server: string) => 'Isto altera algo.',
        ),
        foreign: sentence(
          'It is a tool of {server}, which is not ours.',
          'É uma ferramenta de {server}, que não é nosso.',
        ),
        rule: both(
          (_server: string) => 'A rule of yours says that you are asked.',
          (_server: string) => 'Uma regra sua diz que você seja perguntado.',
        ),
        tainted: both(
          (_server: string) => 'Foreign text was read before: make sure that this is your own wish.',
          (_server: string) => 'Texto alheio foi lido antes: confirme que este desejo é seu.',
        ),
      },
      ask: both('Allow?', 'Permitir?'),
      choices: {
        once: both('[y]es', '[s]im'),
        session: both('[s]ession', '[c]onversa'),
        always: both('[a]lways', 's[e]mpre'),
        deny: both('[n]o', '[n]ão'),
        details: both('[d]etails', '[d]etalhes'),
      },
      letters: {
        once: both(/^(y|yes)$/i, /^(s|sim)$/i),
        session: both(/^(s|session)$/i, /^(c|conversa)$/i),
        always: both(/^(a|always)$/i, /^(e|sempre)$/i),
        deny: both(/^(n|no)$/i, /^(n|não|nao)$/i),
        details: both(/^(d|details)$/i, /^(d|detalhes)$/i),
      },
      notUnderstood: both(
        'Type one of the letters; Enter alone means no.',
        'Digite uma das letras; só Enter significa não.',
      ),
    },
    form: {
      asks: sentence('{server} asks:', '{server} pergunta:'),
      isForeign: sentence(
        '{server} is not part of your system. What you answer goes to whoever runs it: no passwords, keys or codes.',
        '{server} não faz parte do seu sistema. A resposta vai para quem o opera: nada de senhas, chaves ou códigos.',
      ),
      leadsTo: sentence('The page is at {host}', 'A página está em {host}'),
      goThere: sentence('Open this in a browser: {url}', 'Abra isto em um navegador: {url}'),
      isDone: both('Done there? [y/N]', 'Feito lá? [s/N]'),
      yesOrNo: both('[y]es, [n]o; Enter alone decides nothing:', '[s]im, [n]ão; só Enter não decide nada:'),
      yesOrNoWord: both('y|n', 's|n'),
      yes: both(/^(y|yes)$/i, /^(s|sim)$/i),
      no: both(/^(n|no)$/i, /^(n|não|nao)$/i),
      notAccepted: both('That does not fit. Enter alone leaves.', 'Isso não serve. Só Enter sai.'),
    },
    proposals: {
      ask: both(
        'Approve and carry out? [y]es [n]o [d]etails, Enter: later',
        'Aprovar e executar? [s]im [n]ão [d]etalhes, Enter: depois',
      ),
      letters: {
        yes: both(/^(y|yes)$/i, /^(s|sim)$/i),
        no: both(/^(n|no)$/i, /^(n|não|nao)$/i),
        details: both(/^(d|details)$/i, /^(d|detalhes)$/i),
      },
      validUntil: sentence('valid until {time}', 'válida até {time}'),
      carryingOut: both('being carried out', 'sendo executada'),
      later: both('It waits. /approvals shows it.', 'Ela espera. /approvals a mostra.'),
      waits: both('A proposal waits for a person.', 'Uma proposta espera por uma pessoa.'),
      needsPerson: both(
        'A proposal waits for a person; the key of this terminal (SIGEC_KEY) is not the key of one.',
        'Uma proposta espera por uma pessoa; a chave deste terminal (SIGEC_KEY) não é de uma.',
      ),
      sameKey: sentence(
        'The same key that proposed it cannot approve it. Give the assistant a key of its own as MCP_KEY ({command} my-assistant --kind agent --role operator).',
        'A mesma chave que propôs não pode aprovar. Dê ao assistente uma chave própria em MCP_KEY ({command} meu-assistente --kind agent --role operator).',
      ),
      isLarge: both(
        'This one is for many stations at once (R3), so it is decided outside the conversation.',
        'Esta vale para muitas estações de uma vez (R3), por isso é decidida fora da conversa.',
      ),
      elsewhere: sentence('Decide in the console, or with: {command}', 'Decida no console, ou com: {command}'),
    },
    allowed: {
      none: both('Nothing was allowed beyond single calls.', 'Nada foi permitido além de chamadas únicas.'),
      always: both('always', 'sempre'),
      session: both('in this conversation', 'nesta conversa'),
      tainted: both(
        'Foreign text stands in this conversation: changes are asked about every time.',
        'Há texto alheio nesta conversa: alterações são sempre perguntadas.',
      ),
      howToForget: both('Write /approvals forget SERVER TOOL.', 'Escreva /approvals forget SERVIDOR FERRAMENTA.'),
      forgotten: sentence(
        '{tool} of {server} will be asked about again.',
        '{tool} de {server} voltará a ser perguntada.',
      ),
    },
    rules: {
      effects: { allow: both('allow', 'permitir'), ask: both('ask', 'perguntar'), deny: both('deny', 'negar') },
      none: both('There are no rules of yours for calls.', 'Não há regras suas para chamadas.'),
      kept: sentence('From now on: {rule}', 'De agora em diante: {rule}'),
      forgotten: sentence('No longer: {rule}', 'Não vale mais: {rule}'),
      unknown: both(
        'There is no rule of this number. /permissions shows them.',
        'Não há regra com este número. /permissions as mostra.',
      ),
      how: both(
        'Write /permissions allow|ask|deny SERVER/TOOL [ARGUMENT=VALUE], with * for anything, or /permissions forget NUMBER.',
        'Escreva /permissions allow|ask|deny SERVIDOR/FERRAMENTA [ARGUMENTO=VALOR], com * para qualquer coisa, ou /permissions forget NÚMERO.',
      ),
    },
    servers: {
      states: {
        connected: both('connected', 'conectado'),
        connecting: both('connecting', 'conectando'),
        unreachable: both('away', 'ausente'),
        'sign-in-needed': both('wants a sign-in', 'pede para entrar'),
      },
      none: both('There are no servers.', 'Não há servidores.'),
      connected: sentence('{name} is connected ({count} tools).', '{name} está conectado ({count} ferramentas).'),
      connecting: sentence('{name} is still being connected.', '{name} ainda está sendo conectado.'),
      away: sentence('{name} is away: {why}', '{name} está ausente: {why}'),
      triedAgain: both('It is tried again.', 'Haverá novas tentativas.'),
      changed: both(
        (name: string, tools: string) =>
          `These tools are new or say something else than before, and are left out: ${tools}. /servers ${name} shows them, /servers accept ${name} takes them.`,
        (name: string, tools: string) =>
          `Estas ferramentas são novas ou dizem algo diferente de antes, e ficam de fora: ${tools}. /servers ${name} as mostra, /servers accept ${name} as aceita.`,
      ),
      accepted: sentence(
        'The tools of {name} are taken as they are now.',
        'As ferramentas de {name} são aceitas como são agora.',
      ),
      retried: sentence('{name} was tried again.', 'Nova tentativa feita com {name}.'),
      unknown: sentence(
        'There is no server {name}. /servers shows them.',
        'Não há servidor {name}. /servers os mostra.',
      ),
      taken: sentence(
        'There is a server {name} already. Choose another name.',
        'Já há um servidor {name}. Escolha outro nome.',
      ),
      isNew: both('new', 'nova'),
      isOther: both('says something else than before', 'diz algo diferente de antes'),
      troubles: {
        'no-answer': sentence('Nothing answers at {address}.', 'Nada responde em {address}.'),
        'no-such-host': sentence('The host of {address} is not known.', 'O host de {address} não é conhecido.'),
        'too-slow': sentence('{address} did not answer in time.', '{address} não respondeu a tempo.'),
        'key-refused': sentence(
          '{address} refuses the key, or wants one (MCP_KEY).',
          '{address} recusa a chave, ou pede uma (MCP_KEY).',
        ),
        'not-allowed': sentence(
          '{address} does not allow this key what is asked.',
          '{address} não permite a esta chave o que se pede.',
        ),
        'not-proven': sentence(
          'What listens at {address} cannot prove that it is your server, so it was sent nothing. Name your server with SIGEC_URL.',
          'O que escuta em {address} não consegue provar que é o seu servidor, então nada lhe foi enviado. Indique o seu servidor com SIGEC_URL.',
        ),
        'sign-in-needed': sentence('A person has to sign in at {address}.', 'Uma pessoa precisa entrar em {address}.'),
        'sign-in-failed': sentence(
          'Nobody signed in at {address}, or it was refused.',
          'Ninguém entrou em {address}, ou foi recusado.',
        ),
        failing: sentence('{address} answers with errors of its own.', '{address} responde com erros próprios.'),
        'no-mcp': sentence(
          'What answers at {address} does not speak MCP.',
          'O que responde em {address} não fala MCP.',
        ),
        'no-such-command': sentence(
          'The command "{address}" cannot be started.',
          'O comando "{address}" não pode ser iniciado.',
        ),
        ended: sentence('{address} ended the connection.', '{address} encerrou a conexão.'),
      },
    },
    tools: {
      none: both('No tool fits.', 'Nenhuma ferramenta serve.'),
      risks: {
        reads: both('reads', 'lê'),
        changes: both('changes', 'altera'),
        proposes: both('proposes', 'propõe'),
        unknown: both('not known', 'não se sabe'),
      },
    },
    resources: {
      none: both('There is nothing to read.', 'Não há nada para ler.'),
      unknown: sentence('No server offers {uri}.', 'Nenhum servidor oferece {uri}.'),
    },
    prompts: {
      none: both('No server offers any.', 'Nenhum servidor oferece um.'),
      unknown: sentence(
        'There is no prompt named {name}. /prompts shows them.',
        'Não há prompt chamado {name}. /prompts os mostra.',
      ),
      form: sentence('Write {form}', 'Escreva {form}'),
    },
    conversations: {
      none: both('There are no conversations yet.', 'Ainda não há conversas.'),
      unknown: sentence(
        'There is no conversation {id}. /conversations shows them.',
        'Não há conversa {id}. /conversations as mostra.',
      ),
      several: sentence(
        'Several conversations begin with {id}. Write more of the id.',
        'Várias conversas começam com {id}. Escreva mais do id.',
      ),
      resumed: sentence('Going on with "{title}" ({id})', 'Continuando "{title}" ({id})'),
      anew: both('A new conversation.', 'Uma conversa nova.'),
      empty: both('Nothing was said yet.', 'Nada foi dito ainda.'),
      exported: sentence('Written to {file}.', 'Gravado em {file}.'),
      removed: both('Removed.', 'Removida.'),
      howToRemove: both('Write /conversations remove ID.', 'Escreva /conversations remove ID.'),
    },
    export: {
      person: both('Person', 'Pessoa'),
      assistant: both('Assistant', 'Assistente'),
      answerOf: sentence('Answer of {tool}', 'Resposta de {tool}'),
      failed: both('failed', 'falhou'),
    },
  },
};
