import { untrustedText } from '#base/untrusted-text.ts';
import type { KeptBackReason } from '#contract/automation/rule.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { eventSentence } from '#contract/events/event-sentence.ts';

export type BothLanguages = { en: string; 'pt-BR': string };

/** What happened, in our own sentence; what a station wrote stands in it cleaned and short. */
export function wordsOfEvent(event: LedgerEvent): BothLanguages {
  const say = (language: 'en' | 'pt-BR') =>
    eventSentence(event, { language, fact: (_name, value) => untrustedText(String(value), 80) }) ?? event.kind;
  return { en: say('en'), 'pt-BR': say('pt-BR') };
}

/** In the words of whoever made the rule, or what happened, under the name of the rule. */
export function wordsOfRule(told: {
  ruleName: string;
  text: string | undefined;
  event: LedgerEvent | null;
  stationId: string | null;
  keptBack?: KeptBackReason | undefined;
}): BothLanguages {
  const { ruleName, text, event, stationId, keptBack } = told;
  const name = untrustedText(ruleName, 120);
  const place = stationId === null ? '' : ` (${untrustedText(stationId)})`;
  if (keptBack !== undefined) {
    const [en, pt] = keptBackWords[keptBack];
    return {
      en: `The rule "${name}" did not run${place}: ${en}`,
      'pt-BR': `A regra "${name}" não rodou${place}: ${pt}`,
    };
  }
  const happened = event === null ? undefined : wordsOfEvent(event);
  const own = text === undefined ? undefined : `${untrustedText(text, 300)}${place}`;
  return {
    en: own ?? (happened === undefined ? `${name}${place}` : `${name}: ${happened.en}`),
    'pt-BR': own ?? (happened === undefined ? `${name}${place}` : `${name}: ${happened['pt-BR']}`),
  };
}

const keptBackWords: Record<KeptBackReason, readonly [en: string, pt: string]> = {
  off: ['it is switched off.', 'está desligada.'],
  'not-approved': ['nobody has approved it yet.', 'ninguém a aprovou ainda.'],
  'approval-expired': [
    'its approval has expired. Approve it again, or switch it off.',
    'sua aprovação expirou. Aprove-a de novo, ou desligue-a.',
  ],
  'approver-gone': [
    'whoever approved it may no longer act here. Somebody else has to approve it.',
    'quem a aprovou não pode mais agir aqui. Outra pessoa precisa aprová-la.',
  ],
  'quiet-hours': ['these are its quiet hours.', 'são suas horas de silêncio.'],
  'cool-down': ['it acted there a moment ago.', 'ela agiu ali há pouco.'],
  loop: [
    'it acted there as often as it may in a day. Doing it again would be a loop; look at the station.',
    'ela já agiu ali tantas vezes quanto pode em um dia. Repetir seria um laço; olhe a estação.',
  ],
  budget: ['its budget of the day is used up.', 'seu orçamento do dia acabou.'],
  'too-many-stations': [
    'it had reached as many stations as it may at once.',
    'alcançou o número de estações permitido de uma vez.',
  ],
  'too-late': ['it heard of it too late.', 'soube disso tarde demais.'],
  'kill-switch': ['the kill switch is on.', 'o bloqueio geral está ligado.'],
};
