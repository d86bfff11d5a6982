import type { helpChatEn } from './help-chat-en.ts';

/** The same in Portuguese. */
export const helpChatPtBR: typeof helpChatEn = {
  chat: 'conversa com o assistente; sem um modelo, ele entende os pedidos comuns',
  chatPrint: 'faz só esta pergunta, mostra a resposta e sai, como "ask"',
  chatModel: 'quem responde: PROVEDOR/MODELO, ou interpreter (LLM_PROVIDER, LLM_MODEL)',
  chatReadOnly: 'oferece somente ferramentas que leem',
  chatContinue: 'continua a última conversa',
  chatResume: 'continua a conversa cujo id começa assim',
  ask: 'uma pergunta ao assistente, uma resposta',
  askQuestion: 'a pergunta; "-" a lê da entrada',
  askYes: 'permite o que seria perguntado, exceto depois de ler texto alheio; propostas continuam esperando uma pessoa',
  askJson: 'mostra a resposta, as chamadas e as propostas em JSON, para programas',
};
