import { both } from '../spoken.ts';

export const proposal = {
  proposal: both('what agents want to do, waiting for a person', 'o que agentes querem fazer, à espera de uma pessoa'),
  proposalList: both('proposals, the newest first', 'propostas, as mais novas primeiro'),
  proposalShow: both(
    'one proposal: what it would do, what it rests upon, its outcome',
    'uma proposta: o que faria, em que se baseia, o que foi feito dela',
  ),
  proposalApprove: both('approve a proposal, after it was shown', 'aprova uma proposta, depois de mostrá-la'),
  proposalDeny: both('deny a proposal', 'nega uma proposta'),
  proposalId: both(
    'id of the proposal, or at least 6 characters of its beginning or ending',
    'id da proposta, ou ao menos 6 caracteres do começo ou do fim dele',
  ),
  proposalState: both('only those in this state; without it: all', 'só as que estão assim; sem isto: todas'),
  proposalLimit: both('at most this many (up to 200)', 'no máximo quantas (até 200)'),
  proposalApply: both(
    'carry it out at once, and show what the station did; without it the agent does so',
    'executa na hora, e mostra o que a estação fez; sem isto quem executa é o agente',
  ),
  proposalWhy: both('why, in your words; the agent reads it', 'por quê, nas suas palavras; o agente lê'),
};
