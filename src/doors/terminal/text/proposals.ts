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
      R1: both('R1, harmless', 'R1, inofensiva'),
      R2: both('R2, one driver or connector', 'R2, um motorista ou conector'),
      R3: both('R3, many stations; takes an administrator', 'R3, muitas estações; exige um administrador'),
    },
    restsUpon: both('What it rests upon', 'Em que se baseia'),
    arguments: both('Asked with', 'Pedida com'),
    result: both('Outcome', 'Resultado'),
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

export const helpProposals = {
  proposal: both('what agents want to do, waiting for a person', 'o que agentes querem fazer, à espera de uma pessoa'),
  proposalList: both('proposals, the newest first', 'propostas, as mais novas primeiro'),
  proposalShow: both(
    'one proposal: what it would do, what it rests upon, its outcome',
    'uma proposta: o que faria, em que se baseia, o que foi feito dela',
  ),
  proposalApprove: both('approve a proposal, after it was shown', 'aprova uma proposta, depois de mostrá-la'),
  proposalDeny: both('deny a proposal', 'nega uma proposta'),
  proposalId: both('id of the proposal, as the list shows it', 'id da proposta, como a lista mostra'),
  proposalState: both('only those in this state; without it: all', 'só as que estão assim; sem isto: todas'),
  proposalLimit: both('at most this many (up to 200)', 'no máximo quantas (até 200)'),
  unasked: both('do not ask', 'não pergunta'),
  proposalApply: both(
    'carry it out at once, and show what the station did; without it the agent does so',
    'executa na hora, e mostra o que a estação fez; sem isto quem executa é o agente',
  ),
  proposalWhy: both('why, in your words; the agent reads it', 'por quê, nas suas palavras; o agente lê'),

  auditList: both(
    'who did what, the newest first; needs an administrator',
    'quem fez o quê, o mais novo primeiro; exige um administrador',
  ),
  auditPrincipal: both('only by this key, by its id', 'só por esta chave, pelo id dela'),
  auditAction: both(
    'only actions that begin so, such as proposal: or tool:reset',
    'só ações que começam assim, por exemplo proposal: ou tool:reset',
  ),
  auditOutcome: both('only those that ended so', 'só as que terminaram assim'),

  approvesByElicitation: both(
    'its person may approve what their agent asks with this key, one driver or connector at a time, in the window of the agent',
    'a pessoa dela pode aprovar o que seu agente pede com esta chave, um motorista ou conector por vez, na janela do agente',
  ),
};
