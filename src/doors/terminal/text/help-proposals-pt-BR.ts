import type { helpProposalsEn } from './help-proposals-en.ts';

/** The same in Portuguese. */
export const helpProposalsPtBR: typeof helpProposalsEn = {
  proposal: 'o que agentes querem fazer, à espera de uma pessoa',
  proposalList: 'propostas, as mais novas primeiro',
  proposalShow: 'uma proposta: o que faria, em que se baseia, o que foi feito dela',
  proposalApprove: 'aprova uma proposta, depois de mostrá-la',
  proposalDeny: 'nega uma proposta',
  proposalId: 'id da proposta, como a lista mostra',
  proposalState: 'só as que estão assim; sem isto: todas',
  proposalLimit: 'no máximo quantas (até 200)',
  proposalYes: 'não pergunta',
  proposalApply: 'executa na hora, e mostra o que a estação fez; sem isto quem executa é o agente',
  proposalWhy: 'por quê, nas suas palavras; o agente lê',

  auditList: 'quem fez o quê, o mais novo primeiro; exige um administrador',
  auditPrincipal: 'só por esta chave, pelo id dela',
  auditAction: 'só ações que começam assim, por exemplo proposal: ou tool:reset',
  auditOutcome: 'só as que terminaram assim',

  approvesByElicitation:
    'a pessoa dela pode aprovar o que seu agente pede com esta chave, um motorista ou conector por vez, na janela do agente',
};
