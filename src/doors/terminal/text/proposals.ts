import { both, sentence } from './spoken.ts';

export const proposals = {
  proposal: {
    states: {
      proposed: both('waits for a person', 'espera por uma pessoa'),
      approved: both('approved', 'aprovada'),
      denied: both('denied', 'negada'),
      applying: both('being carried out', 'em execução'),
      applied: both('carried out', 'executada'),
      failed: both('failed', 'falhou'),
      stale: both('overtaken', 'superada'),
      expired: both('expired', 'vencida'),
      cancelled: both('taken back', 'retirada'),
    },
    none: both('No proposal fits.', 'Nenhuma proposta se encaixa.'),
    waiting: sentence('Waiting for a person: {count}.', 'Esperam por uma pessoa: {count}.'),
    tiers: {
      R1: both('R1, low impact', 'R1, impacto baixo'),
      R2: both('R2, medium impact', 'R2, impacto médio'),
      R3: both('R3, high impact; takes an administrator', 'R3, impacto alto; exige um administrador'),
    },
    restsUpon: both('What it rests upon', 'Em que se baseia'),
    arguments: both('Asked with', 'Pedida com'),
    result: both('Outcome', 'Resultado'),
    facts: {
      done: both('It is done.', 'Está feito.'),
      notDone: both('It is not done.', 'Não está feito.'),
      scheduled: both('It waits until the sessions have ended.', 'Espera até as sessões terminarem.'),
      seen: sentence('Seen since: {event}, {time}', 'Visto desde então: {event}, {time}'),
      yes: both('yes', 'sim'),
      no: both('no', 'não'),
      none: both('none', 'nada'),
    },
    outcomes: {
      accepted: both('The station accepted it.', 'A estação aceitou.'),
      rejected: both('The station rejected it.', 'A estação recusou.'),
      'no-answer': both('The station did not answer.', 'A estação não respondeu.'),
      'not-sent': both('It was not sent.', 'Não foi enviado.'),
    },
    decided: sentence('by {who}, {via}', 'por {who}, {via}'),
    via: {
      console: both('in the console', 'no console'),
      terminal: both('in the terminal', 'no terminal'),
      rest: both('over REST', 'por REST'),
      elicitation: both('in the agent', 'no agente'),
    },
    ask: both('Approve this? [y/N] ', 'Aprovar isto? [s/N] '),
    askApply: both('Approve this and carry it out now? [y/N] ', 'Aprovar isto e executar agora? [s/N] '),
    yes: both(/^(y|yes)$/i, /^(s|sim|y|yes)$/i),
    needsYes: both(
      'Nobody can be asked here. Look at it with proposal show, then add --yes.',
      'Não há a quem perguntar aqui. Veja a proposta com proposal show, depois acrescente --yes.',
    ),
    notApproved: both('Nothing was approved.', 'Nada foi aprovado.'),
    approved: sentence(
      'Approved. The agent can carry it out now; so can you: {command} proposal approve {id} --apply',
      'Aprovada. O agente já pode executá-la; você também: {command} proposal approve {id} --apply',
    ),
    denied: both('Denied.', 'Negada.'),
  },
  auditTrail: {
    outcomes: {
      done: both('done', 'feito'),
      refused: both('refused', 'recusado'),
      failed: both('failed', 'falhou'),
    },
    none: both('No entry fits.', 'Nenhuma entrada se encaixa.'),
  },
};
