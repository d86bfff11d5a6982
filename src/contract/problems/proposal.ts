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
  'no-rule': [
    'There is no rule {ruleId}; GET /api/rules lists them.',
    'Não existe a regra {ruleId}; GET /api/rules lista as que existem.',
  ],
  'rule-unknown-event': [
    '{kind} is no kind of event; docs/reference/events.md lists them.',
    '{kind} não é um tipo de evento; docs/reference/events.md lista os que existem.',
  ],
  'rule-of-rules': [
    'A rule cannot be triggered by {kind}: rules that set each other off would never end.',
    'Uma regra não pode ser acionada por {kind}: regras que se acionam umas às outras não terminariam.',
  ],
  'rule-unknown-zone': [
    '{zone} is no time zone; write one such as America/Recife.',
    '{zone} não é um fuso horário; escreva um como America/Recife.',
  ],
  'rule-schedule-event': [
    'A rule that runs by the clock has no event to look at; ask for a state of the station or a count instead.',
    'Uma regra que roda pelo relógio não tem evento para olhar; peça um estado da estação ou uma contagem.',
  ],
  'rule-unknown-tool': [
    'There is no tool {tool}, neither of the product nor of a device that is known.',
    'Não existe a ferramenta {tool}, nem do produto nem de um dispositivo conhecido.',
  ],
  'rule-never-tool': [
    '{tool} is not for rules: a person or an agent has to ask for it each time.',
    '{tool} não é para regras: uma pessoa ou um agente precisa pedir a cada vez.',
  ],
  'rule-unknown-person': [
    'There is nobody with the id {personId} to tell.',
    'Não há ninguém com o id {personId} para avisar.',
  ],
  'rule-needs-site': [
    'You have roles at single sites: name one of them as where.siteId.',
    'Você tem papéis em locais específicos: informe um deles em where.siteId.',
  ],
  'rule-changed': [
    'The rule has changed since you read it. Read it again before you approve it.',
    'A regra mudou desde que você a leu. Leia-a de novo antes de aprovar.',
  ],
  'rule-needs-no-approval': [
    'This rule only tells people something: nobody has to approve it.',
    'Esta regra só avisa pessoas: ninguém precisa aprová-la.',
  ],
  'rule-only-person': [
    'Only a person approves a rule, in the console, in the terminal or over REST with their own key.',
    'Só uma pessoa aprova uma regra, no console, no terminal ou por REST com sua própria chave.',
  ],
  'rule-too-many-days': [
    'A rule of high impact is approved for 30 days at most.',
    'Uma regra de alto impacto é aprovada por 30 dias no máximo.',
  ],
  'no-webhook': [
    'There is no webhook {webhookId}; GET /api/webhooks lists them.',
    'Não existe o webhook {webhookId}; GET /api/webhooks lista os que existem.',
  ],
  'rule-ended': ['The rule was for once, and has done it.', 'A regra era para uma vez só, e já foi cumprida.'],
} as const;
