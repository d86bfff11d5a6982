import { both } from '../spoken.ts';

export const chat = {
  chat: both(
    'talk with the assistant; without a model it understands the common requests',
    'conversa com o assistente; sem um modelo, ele entende os pedidos comuns',
  ),
  chatPrint: both(
    'ask this one question, show the answer and leave, as "ask" does',
    'faz só esta pergunta, mostra a resposta e sai, como "ask"',
  ),
  chatModel: both(
    'who answers: PROVIDER/MODEL, or interpreter (LLM_PROVIDER, LLM_MODEL)',
    'quem responde: PROVEDOR/MODELO, ou interpreter (LLM_PROVIDER, LLM_MODEL)',
  ),
  chatReadOnly: both('offer only tools that read', 'oferece somente ferramentas que leem'),
  chatContinue: both('go on with the last conversation', 'continua a última conversa'),
  chatResume: both('go on with the conversation whose id begins like this', 'continua a conversa cujo id começa assim'),
  ask: both('one question to the assistant, one answer', 'uma pergunta ao assistente, uma resposta'),
  askQuestion: both('the question; "-" takes it from the input', 'a pergunta; "-" a lê da entrada'),
  askYes: both(
    'allow what would be asked about, except after foreign text was read; proposals still wait for a person',
    'permite o que seria perguntado, exceto depois de ler texto alheio; propostas continuam esperando uma pessoa',
  ),
  askJson: both(
    'show the answer, the calls and the proposals as JSON, for programs',
    'mostra a resposta, as chamadas e as propostas em JSON, para programas',
  ),
};
