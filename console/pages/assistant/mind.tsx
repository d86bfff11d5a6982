import { useTranslation } from 'react-i18next';
import type { AssistantAbout, AssistantConversation } from '#contract/agents/assistant.ts';
import { numberText } from '../../text/quantities.ts';
import { useAssistantAbout } from './use-assistant.ts';

type Usage = AssistantConversation['usage'];

/** Who answers, and what the conversation has cost so far. */
export function Mind({ usage }: { usage: Usage }) {
  const { t, i18n } = useTranslation();
  const { data } = useAssistantAbout();
  if (data === undefined) return <p className="assistant-mind">&nbsp;</p>;
  return (
    <div className="assistant-mind">
      {data.whyNot !== null && (
        <p className="assistant-note assistant-note-bad" role="alert">
          {t('assistant.modelAway')} <span lang="en">{data.whyNot}</span>
        </p>
      )}
      <p>
        {data.isModel
          ? t('assistant.byModel', { name: [data.provider, data.model].filter((part) => part !== null).join(' ') })
          : t('assistant.byInterpreter')}
        {data.isModel && usage.inputTokens > 0 && ` · ${usageText(usage, data, i18n.language, t('assistant.tokens'))}`}
      </p>
    </div>
  );
}

/** "1,204 + 310 tokens · US$0.0123"; without a price the tokens alone. */
export function usageText(
  { inputTokens, outputTokens, cachedTokens }: Usage,
  { price }: Pick<AssistantAbout, 'price'>,
  language: string,
  word: string,
): string {
  const tokens = `${numberText(inputTokens, language, 0)} + ${numberText(outputTokens, language, 0)} ${word}`;
  if (price === null) return tokens;
  const { input, output, cachedInput = input } = price;
  const cost = ((inputTokens - cachedTokens) * input + cachedTokens * cachedInput + outputTokens * output) / 1_000_000;
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: price.currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
  return `${tokens} · ${money.format(cost)}`;
}
