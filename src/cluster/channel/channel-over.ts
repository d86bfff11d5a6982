import { randomUUID } from 'node:crypto';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { traced, traceparent } from '#base/tracing/traced.ts';
import type { Answer, Channel, Question, Reply } from './channel.ts';
import type { Wire } from './wire.ts';

/** `startBy`: by the clock that all nodes share. */
type Asked = {
  id: string;
  from: string;
  subject: string;
  body: unknown;
  startBy: number;
  timeoutMs: number;
  /** What the node that asks is doing. */
  trace?: string | undefined;
};
type Told = { from: string; subject: string; body: unknown };
type Answered = { body: unknown } | { code: string; message: string };

/** Told to a node that was asked: whoever asked wants it no more. */
const cancelSubject = 'cancel';
/** What a node reads later than this is not begun: it stood still, and whoever asked may count on nothing any more. */
const startWithinMs = 10_000;

/** `now`: of a clock that all nodes share; absent: they run on one machine. */
type Options = { now?: () => number };

/** The same channel over every wire: subjects, deadlines, cancelling, failures. */
export function channelOver(wire: Wire, log: Log, { now = Date.now }: Options = {}): Channel {
  const answers = new Map<string, Answer>();
  const hearers = new Map<string, (body: unknown, from: string) => void>();
  const underWay = new Map<string, AbortController>();
  const tell = (node: string | null, told: Omit<Told, 'from'>) =>
    wire.tell(node, JSON.stringify({ from: wire.node, ...told } satisfies Told));

  hearers.set(cancelSubject, (id) => underWay.get(String(id))?.abort());
  wire.open({
    async asked(text) {
      const asked = JSON.parse(text) as Asked;
      const { subject, trace } = asked;
      const work = { name: `answer ${subject}`, kind: 'server', parent: trace } as const;
      return JSON.stringify(trace === undefined ? await answered(asked) : await traced(work, () => answered(asked)));
    },
    told(text) {
      const { subject, body, from } = JSON.parse(text) as Told;
      if (from === wire.node) return;
      try {
        hearers.get(subject)?.(body, from);
      } catch (error) {
        log.error({ subject, from, err: asError(error) }, 'what another node told could not be used');
      }
    },
  });

  async function answered({ id, from, subject, body, startBy, timeoutMs }: Asked): Promise<Answered> {
    const answer = answers.get(subject);
    if (answer === undefined) return { code: 'NOT_SERVED', message: `This node answers nothing about ${subject}.` };
    if (now() > startBy) return { code: 'CONFLICT', message: 'It was asked too long ago.' };
    const cancelling = new AbortController();
    underWay.set(id, cancelling);
    try {
      const signal = AbortSignal.any([cancelling.signal, AbortSignal.timeout(timeoutMs)]);
      return { body: await answer(body, { from, signal }) };
    } catch (thrown) {
      if (thrown instanceof SigecError) return { code: thrown.code, message: thrown.message };
      log.error({ subject, from, err: asError(thrown) }, 'another node could not be answered');
      return { code: 'INTERNAL', message: asError(thrown).message };
    } finally {
      underWay.delete(id);
    }
  }

  async function ask({ node, subject, body, timeoutMs, signal }: Question): Promise<Reply> {
    const id = randomUUID();
    const startBy = now() + Math.min(timeoutMs, startWithinMs);
    const asked = { id, from: wire.node, subject, body, startBy, timeoutMs, trace: traceparent() } satisfies Asked;
    const cancel = () => tell(node, { subject: cancelSubject, body: id });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const carried = await wire.ask(node, JSON.stringify(asked), timeoutMs);
      if (carried.status !== 'answered') return carried;
      const answer = JSON.parse(carried.text) as Answered;
      return 'code' in answer ? { status: 'failed', ...answer } : { status: 'answered', body: answer.body };
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  return {
    ask: (question) =>
      traced(
        { name: `ask ${question.subject}`, kind: 'client', told: ({ status }) => ({ 'sigec.reply': status }) },
        () => ask(question),
      ),
    serve: (subject, answer) => void answers.set(subject, answer),
    publish: (subject, body) => tell(null, { subject, body }),
    subscribe: (subject, hear) => void hearers.set(subject, hear),
    isOpen: () => wire.isOpen(),
    close: () => wire.close(),
  };
}
