/** Why a proposal cannot be decided or carried out. */
export const proposalWords = {
  'no-proposal': {
    en: 'There is no such proposal of yours. Call list_proposals to see those there are.',
    'pt-BR': 'Não há tal proposta sua. Veja a lista das que existem.',
  },
  'proposal-exchanged': {
    en: 'What is stored is not what was proposed. Verify the audit, and propose it again.',
    'pt-BR': 'O que está guardado não é o que foi proposto. Verifique a auditoria, e que seja proposto de novo.',
  },
  'proposal-other-hash': {
    en: 'This is not the proposal that was shown. Look at it again before you approve it.',
    'pt-BR': 'Esta não é a proposta que foi mostrada. Olhe-a de novo antes de aprová-la.',
  },
  'proposal-tool-gone': {
    en: 'The tool of this proposal is gone. Propose it again.',
    'pt-BR': 'A ferramenta desta proposta não existe mais. Que seja proposto de novo.',
  },
  'proposal-tool-changed': {
    en: 'The tool has changed since this was proposed. Propose it again.',
    'pt-BR': 'A ferramenta mudou desde que isto foi proposto. Que seja proposto de novo.',
  },
  'proposal-elsewhere': {
    en: 'This cannot be decided here: a person does it in the console, the terminal (sigec proposal approve) or over REST.',
    'pt-BR':
      'Isto não pode ser decidido aqui: uma pessoa o faz no console, no terminal (sigec proposal approve) ou por REST.',
  },
  'proposal-only-person': {
    en: 'Only a person approves: use the key of a person, in the console, the terminal or over REST.',
    'pt-BR': 'Só uma pessoa aprova: use a chave de uma pessoa, no console, no terminal ou por REST.',
  },
  'proposal-own-key': {
    en: "The key {keyId} proposed this itself; it takes another person's key to approve it.",
    'pt-BR': 'A própria chave {keyId} propôs isto; é preciso a chave de outra pessoa para aprovar.',
  },
  'proposal-asker-revoked': {
    en: 'The key that proposed this has been revoked. Deny it; whoever still wants it proposes it again.',
    'pt-BR': 'A chave que propôs isto foi revogada. Negue; se ainda for desejado, que seja proposto de novo.',
  },
  'proposal-proposed': {
    en: 'It waits for a person: nobody has approved it yet.',
    'pt-BR': 'Espera por uma pessoa: ninguém a aprovou ainda.',
  },
  'proposal-approved': {
    en: 'It is approved already; call apply_proposal.',
    'pt-BR': 'Já está aprovada; falta executá-la.',
  },
  'proposal-denied': { en: 'A person has denied it.', 'pt-BR': 'Uma pessoa a negou.' },
  'proposal-applying': {
    en: 'It is being carried out at this moment.',
    'pt-BR': 'Está sendo executada neste momento.',
  },
  'proposal-applied': {
    en: 'It has been carried out already; a proposal is good for one time.',
    'pt-BR': 'Já foi executada; uma proposta vale uma única vez.',
  },
  'proposal-failed': {
    en: 'It was carried out and failed. Propose it again if it is still wanted.',
    'pt-BR': 'Foi executada e falhou. Se ainda for desejada, que seja proposta de novo.',
  },
  'proposal-stale': {
    en: 'What it rests upon had changed, so it was not carried out. Propose it again.',
    'pt-BR': 'A situação em que se baseava mudou, então não foi executada. Que seja proposta de novo.',
  },
  'proposal-expired': {
    en: 'Its time is over. Propose it again if it is still wanted.',
    'pt-BR': 'O prazo dela acabou. Se ainda for desejada, que seja proposta de novo.',
  },
  'proposal-cancelled': { en: 'It was taken back.', 'pt-BR': 'Foi retirada por quem a propôs.' },
} as const;
