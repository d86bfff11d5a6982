/** Why a proposal cannot be decided or carried out. */
export const proposalWords = {
  'no-proposal': [
    'There is no such proposal of yours. Call list_proposals to see those there are.',
    'Não há tal proposta sua. Veja a lista das que existem.',
  ],
  'proposal-exchanged': [
    'What is stored is not what was proposed. Verify the audit, and propose it again.',
    'O que está guardado não é o que foi proposto. Verifique a auditoria, e que seja proposto de novo.',
  ],
  'proposal-other-hash': [
    'This is not the proposal that was shown. Look at it again before you approve it.',
    'Esta não é a proposta que foi mostrada. Olhe-a de novo antes de aprová-la.',
  ],
  'proposal-tool-gone': [
    'The tool of this proposal is gone. Propose it again.',
    'A ferramenta desta proposta não existe mais. Que seja proposto de novo.',
  ],
  'proposal-tool-changed': [
    'The tool has changed since this was proposed. Propose it again.',
    'A ferramenta mudou desde que isto foi proposto. Que seja proposto de novo.',
  ],
  'proposal-elsewhere': [
    'This cannot be decided here: a person does it in the console, the terminal (sigec proposal approve) or over REST.',
    'Isto não pode ser decidido aqui: uma pessoa o faz no console, no terminal (sigec proposal approve) ou por REST.',
  ],
  'proposal-only-person': [
    'Only a person approves: use the key of a person, in the console, the terminal or over REST.',
    'Só uma pessoa aprova: use a chave de uma pessoa, no console, no terminal ou por REST.',
  ],
  'proposal-own-key': [
    "The key {keyId} proposed this itself; it takes another person's key to approve it.",
    'A própria chave {keyId} propôs isto; é preciso a chave de outra pessoa para aprovar.',
  ],
  'proposal-four-eyes': [
    'Your own assistant proposed this, and here another person has to approve it (APPROVALS=four-eyes).',
    'O seu próprio assistente propôs isto, e aqui outra pessoa precisa aprovar (APPROVALS=four-eyes).',
  ],
  'proposal-asker-revoked': [
    'The key that proposed this has been revoked. Deny it; whoever still wants it proposes it again.',
    'A chave que propôs isto foi revogada. Negue; se ainda for desejado, que seja proposto de novo.',
  ],
  'proposal-proposed': [
    'It waits for a person: nobody has approved it yet.',
    'Espera por uma pessoa: ninguém a aprovou ainda.',
  ],
  'proposal-approved': ['It is approved already; call apply_proposal.', 'Já está aprovada; falta executá-la.'],
  'proposal-denied': ['A person has denied it.', 'Uma pessoa a negou.'],
  'proposal-applying': ['It is being carried out at this moment.', 'Está sendo executada neste momento.'],
  'proposal-applied': [
    'It has been carried out already; a proposal is good for one time.',
    'Já foi executada; uma proposta vale uma única vez.',
  ],
  'proposal-failed': [
    'It was carried out and failed. Propose it again if it is still wanted.',
    'Foi executada e falhou. Se ainda for desejada, que seja proposta de novo.',
  ],
  'proposal-stale': [
    'What it rests upon had changed, so it was not carried out. Propose it again.',
    'A situação em que se baseava mudou, então não foi executada. Que seja proposta de novo.',
  ],
  'proposal-expired': [
    'Its time is over. Propose it again if it is still wanted.',
    'O prazo dela acabou. Se ainda for desejada, que seja proposta de novo.',
  ],
  'proposal-cancelled': ['It was taken back.', 'Foi retirada por quem a propôs.'],
} as const;
