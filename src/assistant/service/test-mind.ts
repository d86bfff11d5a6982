import type { Config } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { ProviderTest } from '#contract/agents/assistant.ts';
import { type Mind, MindProblem } from '../conversation/mind.ts';
import { troubleSentence } from '../conversation/turn-trouble.ts';
import { mindOf, modelChoice } from '../providers/model-of.ts';

const patienceMs = 30_000;
const maxTextLength = 500;
const question = 'This is a test of the connection. Answer with one short word.';

type Asked = { language: 'en' | 'pt-BR'; signal: AbortSignal };

/** Really asks the provider that the settings name, once and without tools. What goes wrong is an answer, too. */
export async function testMind(config: Config, { language, signal }: Asked): Promise<ProviderTest> {
  const startedAt = performance.now();
  const { llmProvider: provider } = config;
  const about = { provider, model: modelChoice(config)?.model ?? null };
  const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
  if (provider === 'interpreter') return { ...about, isFine: true, text: null, reason: null, ...took() };
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const text = await wordOf(await mindOf(config, { interpreter: unexpected }), AbortSignal.any([signal, patience]));
    return { ...about, isFine: text !== '', text: text === '' ? null : text, reason: null, ...took() };
  } catch (error) {
    const reason = patience.aborted ? tooLate[language] : reasonOf(error, language);
    return { ...about, isFine: false, text: null, reason, ...took() };
  }
}

async function wordOf(mind: Mind, signal: AbortSignal): Promise<string> {
  let text = '';
  const messages = [{ role: 'user' as const, text: question }];
  for await (const thought of mind.think({ system: 'Answer briefly.', messages, tools: [], signal }))
    if (thought.type === 'text') text += thought.text;
  return text.trim().slice(0, maxTextLength);
}

const tooLate = {
  en: `No answer within ${patienceMs / 1000} seconds.`,
  'pt-BR': `Nenhuma resposta em ${patienceMs / 1000} segundos.`,
};

function reasonOf(error: unknown, language: Asked['language']): string {
  if (error instanceof MindProblem && error.trouble !== undefined) return troubleSentence(error.trouble, language);
  return asError(error).message;
}

function unexpected(): never {
  throw new SigecError('INTERNAL', 'The interpreter is not asked.');
}
