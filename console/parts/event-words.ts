import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import { eventSentence } from '#contract/events/event-sentence.ts';
import { moneyText } from '../text/money.ts';
import { energyText } from '../text/quantities.ts';
import { isKnownWord } from './known-word.ts';
import { useFaultWords } from './use-fault-words.ts';

/** Says an event in a sentence of the reader's language; a kind that this page does not know at least by its name. */
export function useEventWords(): (event: LedgerEvent) => string {
  const { t, i18n } = useTranslation();
  const faultWords = useFaultWords();
  const language = i18n.language === 'pt-BR' ? 'pt-BR' : 'en';
  const word = (kind: string, name: string, value: string): string => {
    const field = `${kind}.${name}`;
    if (field === 'station-went-offline.reason' && isKnownWord('link.reason', value)) return t(`link.reason.${value}`);
    if (field === 'station-pending.reason' && isKnownWord('link.pending', value)) return t(`link.pending.${value}`);
    if (field === 'connector-status.condition') {
      if (isKnownWord('connector.status', value)) return t(`connector.status.${value}`);
      if (isKnownWord('connector.activity', value)) return t(`connector.activity.${value}`);
    }
    if (field === 'session-event.chargingState' && isKnownWord('session.state', value)) {
      return inSentence(t(`session.state.${value}`));
    }
    if (field === 'session-event.stopReason' && isKnownWord('session.reason', value)) {
      return t(`session.reason.${value}`);
    }
    if (field === 'token-refused.reason' && isKnownWord('refusals.reason', value)) {
      return inSentence(t(`refusals.reason.${value}`));
    }
    if (field === 'security-event.type' && isKnownWord('security.event', value)) {
      return inSentence(t(`security.event.${value}`));
    }
    if (field === 'connector-status.reason') return faultWords(value);
    if (name === 'status' && isKnownWord('station.outcome', value)) return t(`station.outcome.${value}`);
    if (name === 'name' && isKnownWord('commandName', value)) return t(`commandName.${value}`);
    return value;
  };
  return (event) =>
    eventSentence(event, {
      language,
      fact(name, value, { kind, body }) {
        if (name === 'trigger' || String(value).startsWith('tok_')) return undefined; // for machines
        if (name === 'ref' || name === 'sessionId') return String(value).slice(0, 8);
        if (name === 'register') return energyText(Number(value), i18n.language);
        const currency = body['currency'];
        if (['amount', 'total', 'difference'].includes(name) && typeof currency === 'string') {
          return moneyText(String(value), currency, i18n.language);
        }
        return word(kind, name, String(value).trim());
      },
      money: (amount, currency) => moneyText(amount, currency, i18n.language),
    }) ?? event.kind.replaceAll('-', ' ');
}

/** A word that stands alone elsewhere, in the middle of a sentence; an abbreviation stays as it is. */
function inSentence(word: string): string {
  if (/^\p{Lu}{2}/u.test(word)) return word;
  return word.slice(0, 1).toLowerCase() + word.slice(1);
}
