import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import { eventSentence } from '#contract/events/event-sentence.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import { moneyText } from '../../text/money.ts';
import { energyText } from '../../text/quantities.ts';
import { en } from '../../text/texts.generated.ts';

/** An event in a sentence of the reader's language; a kind that this page does not know at least by its name. */
export function useEventWords(): (event: LedgerEvent) => string {
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'pt-BR' ? 'pt-BR' : 'en';
  const word = (value: string): string => {
    if (isKnownWord(en.link.reason, value)) return t(`link.reason.${value}`);
    if (isKnownWord(en.link.pending, value)) return t(`link.pending.${value}`);
    if (isKnownWord(en.connector.activity, value)) return t(`connector.activity.${value}`);
    if (isKnownWord(en.connector.status, value)) return t(`connector.status.${value}`);
    if (isKnownWord(en.session.reason, value)) return t(`session.reason.${value}`);
    return isKnownWord(en.session.state, value) ? t(`session.state.${value}`) : value;
  };
  const fact = (name: string, value: string | number, { body }: LedgerEvent): string | undefined => {
    if (name === 'trigger' || String(value).startsWith('tok_')) return undefined; // for machines
    if (name === 'ref' || name === 'sessionId') return String(value).slice(0, 8);
    if (name === 'register') return energyText(Number(value), i18n.language);
    const currency = body['currency'];
    const isMoney = ['amount', 'total', 'difference'].includes(name) && typeof currency === 'string';
    return isMoney ? moneyText(String(value), currency, i18n.language) : word(String(value).trim());
  };
  return (event) => eventSentence(event, { language, fact }) ?? event.kind.replaceAll('-', ' ');
}
