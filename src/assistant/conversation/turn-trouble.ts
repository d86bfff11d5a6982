export type TurnRequest = {
  provider: string;
  model: string;
  /** The setting that holds the key; null: it may have none. */
  keySetting: string | null;
};

/** What keeps an answer from coming, or from being whole. */
export type TurnTrouble =
  | { kind: 'cancelled' | 'circle' | 'nothing-said' | 'cut-off' }
  | { kind: 'secret-asked'; server: string; fields: readonly string[] }
  | { kind: 'tokens-spent'; tokens: number }
  | { kind: 'cost-spent'; cost: number }
  | { kind: 'steps-spent'; steps: number }
  | { kind: 'always-not-kept' | 'went-wrong'; why: string }
  | (TurnRequest & { kind: ProviderTrouble; status: number })
  | (TurnRequest & { kind: 'silent'; seconds: number });

export type ProviderTrouble =
  | ('too-long' | 'used-up' | 'asked-too-much' | 'model-unknown' | 'key-refused')
  | ('own-fault' | 'refused' | 'unreadable' | 'unreachable');

export type Language = 'en' | 'pt-BR';

/** The member that has this kind among its own. */
type TroubleOf<Kind, Trouble = TurnTrouble> = Trouble extends TurnTrouble
  ? Kind extends Trouble['kind']
    ? Trouble
    : never
  : never;
type Words = { [Kind in TurnTrouble['kind']]: (trouble: TroubleOf<Kind>) => string };

/** One sentence or two for the person: what happened, and what can be done. */
export function troubleSentence(trouble: TurnTrouble, language: Language): string {
  const say = words[language][trouble.kind] as (given: TurnTrouble) => string;
  return say(trouble);
}

const en: Words = {
  cancelled: () => 'Cancelled.',
  circle: () => 'The same call was asked for again and again, so this was ended.',
  'nothing-said': () => 'The model answered nothing. Ask again, or in other words.',
  'cut-off': () => 'The answer was cut off: the model has said as much as it may at once. Say "go on" for the rest.',
  'tokens-spent': ({ tokens }) =>
    `This conversation has used its budget of ${tokens} tokens. Start a new one, or raise the budget.`,
  'cost-spent': ({ cost }) =>
    `This conversation has used its budget of ${cost.toFixed(2)}. Start a new one, or raise the budget.`,
  'steps-spent': ({ steps }) =>
    `No answer after ${steps} steps, so this was ended. Ask for less at a time, or say "go on".`,
  'always-not-kept': ({ why }) => `"Always" could not be kept, so you will be asked again. ${why}`,
  'secret-asked': ({ server, fields }) =>
    `${server}, which is not part of your system, asked for what looks like a secret (${fields.join(', ')}). It was refused. If it needs a key, put one of its own into its headers in the mcpServers file.`,
  'went-wrong': ({ why }) => `Something went wrong: ${why}`,
  'too-long': ({ model }) => `The conversation is too long for ${model}. Start a new one, or choose a larger model.`,
  'used-up': ({ provider }) => `The account at ${provider} is used up. Add credit there, or choose another provider.`,
  'asked-too-much': ({ provider }) =>
    `${provider} was asked too much in a short time. Wait a little, or choose another model.`,
  'model-unknown': ({ provider, model }) =>
    `${provider} knows no model named ${model}. Check LLM_MODEL, and LLM_BASE_URL if it is set.`,
  'key-refused': ({ provider, model, keySetting }) =>
    `${provider} does not accept the key. Check ${keySetting ?? 'it'}, and that it may use ${model}.`,
  'own-fault': ({ provider, status }) => `${provider} has a problem of its own (status ${status}). Try again later.`,
  refused: ({ provider, status }) =>
    `${provider} refused the question with status ${status}. Choose another model, or start a new conversation.`,
  unreadable: ({ provider }) => `What ${provider} answered cannot be read. Check LLM_BASE_URL and LLM_MODEL.`,
  unreachable: ({ provider }) => `${provider} cannot be reached. Check the network, and LLM_BASE_URL if it is set.`,
  silent: ({ provider, seconds }) =>
    `${provider} said nothing for ${seconds} seconds (LLM_TIMEOUT_SECONDS). Try again, or choose another model.`,
};

const ptBr: Words = {
  cancelled: () => 'Cancelado.',
  circle: () => 'A mesma chamada foi pedida repetidas vezes, então a resposta foi encerrada.',
  'nothing-said': () => 'O modelo não respondeu nada. Pergunte de novo ou com outras palavras.',
  'cut-off': () =>
    'A resposta foi cortada: o modelo chegou ao limite do que pode dizer de uma vez. Diga "continue" para ver o resto.',
  'tokens-spent': ({ tokens }) =>
    `Esta conversa já usou o limite de ${tokens} tokens. Comece outra ou aumente o limite.`,
  'cost-spent': ({ cost }) => `Esta conversa já usou o limite de ${cost.toFixed(2)}. Comece outra ou aumente o limite.`,
  'steps-spent': ({ steps }) =>
    `Nenhuma resposta depois de ${steps} passos, então ela foi encerrada. Peça menos de cada vez ou diga "continue".`,
  'always-not-kept': ({ why }) => `Não foi possível guardar o "sempre", então você será consultado de novo. ${why}`,
  'secret-asked': ({ server, fields }) =>
    `${server}, que não faz parte do seu sistema, pediu o que parece ser um segredo (${fields.join(', ')}). Foi recusado. Se ele precisa de uma chave, coloque uma que seja dele nos headers dele no arquivo mcpServers.`,
  'went-wrong': ({ why }) => `Algo deu errado: ${why}`,
  'too-long': ({ model }) => `A conversa é longa demais para ${model}. Comece outra ou escolha um modelo maior.`,
  'used-up': ({ provider }) => `A conta em ${provider} está sem saldo. Adicione crédito lá ou escolha outro provedor.`,
  'asked-too-much': ({ provider }) =>
    `Foram feitos pedidos demais a ${provider} em pouco tempo. Espere um pouco ou escolha outro modelo.`,
  'model-unknown': ({ provider, model }) =>
    `${provider} não conhece nenhum modelo chamado ${model}. Confira LLM_MODEL e, se estiver definido, LLM_BASE_URL.`,
  'key-refused': ({ provider, model, keySetting }) =>
    `${provider} não aceita a chave. Confira ${keySetting ?? 'a chave'} e se ela pode usar ${model}.`,
  'own-fault': ({ provider, status }) =>
    `${provider} está com um problema próprio (status ${status}). Tente de novo mais tarde.`,
  refused: ({ provider, status }) =>
    `${provider} recusou a pergunta com o status ${status}. Escolha outro modelo ou comece outra conversa.`,
  unreadable: ({ provider }) => `Não dá para ler o que ${provider} respondeu. Confira LLM_BASE_URL e LLM_MODEL.`,
  unreachable: ({ provider }) =>
    `Não foi possível alcançar ${provider}. Confira a rede e, se estiver definido, LLM_BASE_URL.`,
  silent: ({ provider, seconds }) =>
    `${provider} não disse nada por ${seconds} segundos (LLM_TIMEOUT_SECONDS). Tente de novo ou escolha outro modelo.`,
};

const words: Readonly<Record<Language, Words>> = { en, 'pt-BR': ptBr };
