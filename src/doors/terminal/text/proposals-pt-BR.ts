import type { proposalsEn } from './proposals-en.ts';

/** The same in Portuguese. */
export const proposalsPtBR: typeof proposalsEn = {
  proposal: {
    columns: { id: 'Proposta', state: 'Situação', what: 'O que faria', on: 'Em', by: 'Pedida por', when: 'Quando' },
    states: {
      proposed: 'espera por uma pessoa',
      approved: 'aprovada',
      denied: 'negada',
      applying: 'em execução',
      applied: 'executada',
      failed: 'falhou',
      stale: 'superada',
      expired: 'vencida',
      cancelled: 'retirada',
    },
    none: 'Nenhuma proposta se encaixa.',
    waiting: (count) => `Esperam por uma pessoa: ${count}.`,
    fields: {
      state: 'Situação',
      by: 'Pedida por',
      on: 'Em',
      tool: 'Ferramenta',
      proposed: 'Pedida',
      expires: 'Vale até',
      decided: 'Decidida',
      ended: 'Terminou',
      reason: 'Por quê',
    },
    tiers: {
      R1: 'R1, inofensiva',
      R2: 'R2, um motorista ou conector',
      R3: 'R3, muitas estações; exige um administrador',
    },
    restsUpon: 'Em que se baseia',
    arguments: 'Pedida com',
    result: 'Resultado',
    decided: (who, via) => `por ${who}, ${via}`,
    via: { console: 'no console', terminal: 'no terminal', rest: 'por REST', elicitation: 'no agente' },
    ask: 'Aprovar isto? [s/N] ',
    askApply: 'Aprovar isto e executar agora? [s/N] ',
    yes: /^(s|sim|y|yes)$/i,
    needsYes: 'Não há a quem perguntar aqui. Veja a proposta com proposal show, depois acrescente --yes.',
    notApproved: 'Nada foi aprovado.',
    approved: (command, id) =>
      `Aprovada. O agente já pode executá-la; você também: ${command} proposal approve ${id} --apply`,
    denied: 'Negada.',
  },
  auditTrail: {
    columns: { time: 'Hora', by: 'Por', door: 'Porta', action: 'Ação', subject: 'Sobre', outcome: 'Fim' },
    outcomes: { done: 'feito', refused: 'recusado', failed: 'falhou' },
    none: 'Nenhuma entrada se encaixa.',
    more: (limit) => `Só as últimas ${limit} são mostradas; --limit mostra mais.`,
  },
};
