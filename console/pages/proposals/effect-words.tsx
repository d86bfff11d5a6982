import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/agents/proposal.ts';
import { useReaderWords } from '../../text/use-reader-words.ts';

/** The sentence that a person judges, in their language where the server says it by its code. */
export function EffectWords({ proposal: { effect, said } }: { proposal: Pick<Proposal, 'effect' | 'said'> }) {
  const { i18n } = useTranslation();
  const isEnglish = i18n.language === 'en';
  const words = useReaderWords(isEnglish ? null : said, i18n.language);
  return <span {...(typeof words !== 'string' && !isEnglish && { lang: 'en' })}>{words ?? effect}</span>;
}
