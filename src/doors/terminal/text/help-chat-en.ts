export const helpChatEn = {
  chat: 'talk with the assistant; without a model it understands the common requests',
  chatPrint: 'ask this one question, show the answer and leave, as "ask" does',
  chatModel: 'who answers: PROVIDER/MODEL, or interpreter (LLM_PROVIDER, LLM_MODEL)',
  chatReadOnly: 'offer only tools that read',
  chatContinue: 'go on with the last conversation',
  chatResume: 'go on with the conversation whose id begins like this',
  ask: 'one question to the assistant, one answer',
  askQuestion: 'the question; "-" takes it from the input',
  askYes: 'allow what would be asked about, except after foreign text was read; proposals still wait for a person',
  askJson: 'show the answer, the calls and the proposals as JSON, for programs',
};
