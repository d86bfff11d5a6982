import type { AssistantEvent, AssistantMessage } from '#contract/agents/assistant.ts';
import type { ApprovalQuestion } from '../approvals/approvals.ts';
import type { Message, ToolCall } from '../conversation/message.ts';
import type { TurnEvent } from '../conversation/turn-event.ts';

/** Nobody reads more of one answer of a tool. */
const maxCharacters = 24_000;

/** What of an event leaves the house: nothing that only providers are told. */
export function shownEvent(event: TurnEvent): AssistantEvent {
  switch (event.type) {
    case 'call-started':
      return { ...event, call: shownCall(event.call) };
    case 'call-ended':
      return { ...event, text: event.text.slice(0, maxCharacters) };
    case 'approval-asked':
      return { type: event.type, question: shownApproval(event.question) };
    case 'question-asked': {
      const { server, message, schema = null, url = null } = event.question;
      return { type: event.type, question: { id: event.id, server, message, schema, url } };
    }
    default:
      return event;
  }
}

/** What a model thought is kept for its provider, and shown to nobody. */
export function shownMessage(message: Message): AssistantMessage {
  if (message.role !== 'assistant') return message;
  return { role: message.role, text: message.text, calls: message.calls.map(shownCall) };
}

function shownCall({ id, name, arguments: given }: ToolCall) {
  return { id, name, arguments: given };
}

function shownApproval({ id, tool, arguments: given, because, choices }: ApprovalQuestion) {
  const { name, server, title, description } = tool;
  return { id, tool: { name, server, title, description }, arguments: given, because, choices: [...choices] };
}
