import { setTimeout as pause } from 'node:timers/promises';
import { createDecoder, createEncoder, type OpusDecoderHandle } from 'libopus-wasm';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { SpeechEnd } from './speech-end.ts';
import { spokenSentences } from './spoken-text.ts';
import type { TalkBudgets } from './talk-budgets.ts';
import { type Excuse, excuseFrame, type TalkFrame, type TalkLanguage } from './talk-frames.ts';
import { frameMs, heardRate, spokenRate, type Voice, type VoiceConversation } from './voice.ts';

/** Where a conversation is held: frames and sound to the device, and how it is ended. */
export type TalkLine = {
  send(frame: Record<string, unknown>): void;
  /** Null: no sound can be sent. */
  sendAudio: ((opus: Uint8Array) => void) | null;
  /** After the goodbye; a device over MQTT stays connected. */
  hangUp(): void;
};

export type TalkNeeds = {
  deviceId: string;
  language: TalkLanguage;
  voice: Voice | null;
  line: TalkLine;
  budgets: TalkBudgets;
  log: Log;
  patience?: Partial<TalkPatience>;
};

export type TalkPatience = {
  /** How long a display shows why it ends, before it does. */
  readMs: number;
  /** A wake word is followed by sound; what is not is a question in writing. */
  wakeMs: number;
  /** Without a word in this time nobody speaks. */
  speechMs: number;
  /** Sound that stops coming for this long has ended, though nobody said so: the network or the button was lost. */
  soundMs: number;
  /** Until when an answer has to be there. */
  answerMs: number;
};

const usualPatience: TalkPatience = {
  readMs: 3_000,
  wakeMs: 700,
  speechMs: 15_000,
  soundMs: 3_000,
  answerMs: 120_000,
};
/** What is longer is a radio. */
const longestSpeechMs = 30_000;
/** Sound by UDP may come a little after the word that it has ended. */
const lateMs = 300;
/** Frames that may be ahead of their time: a device keeps a few, and drops what does not fit. */
const framesAhead = 5;

/**
 * What becomes of a wake-up: an answer, or an alert and a goodbye. Whatever goes wrong, the device is never left listening.
 */
export class Talk {
  private readonly needs: TalkNeeds;
  private readonly patience: TalkPatience;
  private readonly over = new AbortController();
  private turn: AbortController | undefined;
  private listening: Listening | undefined;
  private waking: NodeJS.Timeout | undefined;
  private leaving: NodeJS.Timeout | undefined;
  private conversation: Promise<VoiceConversation> | undefined;
  private decoder: Promise<OpusDecoderHandle> | undefined;
  /** The device was told that it is spoken to, and will be told when that ends. */
  private isSpeaking = false;

  constructor(needs: TalkNeeds) {
    this.needs = needs;
    this.patience = { ...usualPatience, ...needs.patience };
  }

  heard(frame: TalkFrame): void {
    if (this.leaving !== undefined || this.over.signal.aborted) return;
    if (frame.kind === 'abort') return this.abort();
    if (frame.kind === 'goodbye') return this.stop();
    if (frame.kind !== 'listen') return;
    if (this.needs.voice === null) return this.excuse('no-voice');
    if (frame.state === 'start') return this.listen(frame.isEndedByDevice);
    if (frame.state === 'stop') return this.finishListening();
    clearTimeout(this.waking);
    this.waking = setTimeout(() => this.own((signal) => this.reply(frame.text, signal)), this.patience.wakeMs);
  }

  /** One packet of sound, decoded in the order that it came. */
  audio(opus: Uint8Array): void {
    const { listening } = this;
    if (listening === undefined || !this.needs.budgets.mayCompute(this.needs.deviceId)) return;
    this.decoder ??= createDecoder({ sampleRate: heardRate, channels: 1 });
    const { decoder } = this;
    listening.decoded = listening.decoded
      .then(async () => this.hear(listening, (await decoder).decode(opus)))
      .catch(() => undefined); // one packet that is none is not heard; when nothing was, that is said
  }

  /** Says why, and ends it: also when nobody has asked for anything yet. */
  excuse(why: Excuse): void {
    this.stop();
    this.needs.line.send(excuseFrame(why, this.needs.language));
    this.leave();
  }

  /** The connection is gone. */
  close(): void {
    this.over.abort();
    this.stop();
    clearTimeout(this.leaving);
    this.forgetConversation();
    void this.decoder?.then((open) => open.free()).catch(this.warn);
    this.decoder = undefined;
  }

  private forgetConversation(): void {
    void this.conversation?.then((open) => open.end()).catch(this.warn);
    this.conversation = undefined;
  }

  private readonly warn = (error: unknown): void => {
    this.needs.log.warn({ err: asError(error) }, 'a conversation with a device did not end well');
  };

  private listen(isEndedByDevice: boolean): void {
    if ((this.needs.voice?.speech ?? null) === null || this.needs.line.sendAudio === null)
      return this.excuse('no-ears');
    this.stop();
    this.listening = {
      isEndedByDevice,
      end: new SpeechEnd(),
      samples: [],
      lastsMs: 0,
      decoded: Promise.resolve(),
      isEnding: false,
      impatience: setTimeout(() => this.excuse('heard-nothing'), this.patience.speechMs),
    };
  }

  private hear(listening: Listening, samples: Int16Array): void {
    if (this.listening !== listening || listening.isEnding) return; // its end was found meanwhile
    const lastsMs = (samples.length * 1_000) / heardRate;
    listening.samples.push(samples);
    listening.lastsMs += lastsMs;
    const hasEnded = listening.end.hear(samples, lastsMs);
    if (listening.end.hasSpeech) {
      clearTimeout(listening.impatience);
      listening.impatience = setTimeout(() => this.finishListening(), this.patience.soundMs);
    }
    if ((hasEnded && !listening.isEndedByDevice) || listening.lastsMs >= longestSpeechMs) this.finishListening();
  }

  private finishListening(): void {
    const { listening } = this;
    const speech = this.needs.voice?.speech ?? null;
    if (listening === undefined || speech === null || listening.isEnding) return;
    clearTimeout(listening.impatience);
    listening.isEnding = !listening.isEndedByDevice;
    this.own(async (signal) => {
      if (listening.isEndedByDevice) await pause(lateMs, undefined, { signal });
      await listening.decoded;
      if (this.listening !== listening) return;
      this.listening = undefined;
      if (!listening.end.hasSpeech) return this.excuse('heard-nothing');
      const text = await speech.recognize(joined(listening.samples), this.needs.language, signal);
      if (text === '') return this.excuse('heard-nothing');
      await this.reply(text, signal);
    });
  }

  private async reply(text: string, signal: AbortSignal): Promise<void> {
    const { voice, deviceId, language, line, budgets } = this.needs;
    if (voice === null || text === '') return this.excuse(text === '' ? 'heard-nothing' : 'no-voice');
    if (!budgets.mayAsk(deviceId)) return this.excuse('too-much');
    line.send({ type: 'stt', text });
    const answer = await this.answerTo(text, voice, signal);
    const sentences = spokenSentences(answer);
    if (sentences.length === 0) return this.excuse('failed'); // there is nothing in it that could be said
    line.send({ type: 'llm', text: '🙂', emotion: 'happy' });
    line.send({ type: 'tts', state: 'start' });
    this.isSpeaking = true;
    try {
      for (const sentence of sentences) {
        line.send({ type: 'tts', state: 'sentence_start', text: sentence });
        if (voice.speech !== null && line.sendAudio !== null)
          await this.speak(await voice.speech.synthesize(sentence, language, signal), signal);
      }
    } finally {
      this.isSpeaking = false;
      line.send({ type: 'tts', state: 'stop' });
    }
    if (voice.speech === null || line.sendAudio === null) this.leave(); // it would listen again, and nobody hears
  }

  /** Within its time, whatever hangs behind it; a conversation that could not begin is begun anew by the next wake-up. */
  private async answerTo(text: string, voice: Voice, signal: AbortSignal): Promise<string> {
    const patient = AbortSignal.any([signal, AbortSignal.timeout(this.patience.answerMs)]);
    this.conversation ??= voice.begin({ id: this.needs.deviceId, language: this.needs.language });
    const { conversation } = this;
    let hasBegun = false;
    const answering = conversation.then((open) => {
      hasBegun = true;
      return open.ask(text, patient);
    });
    try {
      const answer = await Promise.race([answering, aborted(patient)]);
      patient.throwIfAborted();
      return answer;
    } finally {
      answering.catch(() => undefined); // it is told once, where it was awaited
      if (!hasBegun && this.conversation === conversation) this.forgetConversation();
    }
  }

  /** As fast as it is played, a few frames ahead. */
  private async speak(samples: Int16Array, signal: AbortSignal): Promise<void> {
    const { line, budgets, deviceId } = this.needs;
    const frameSize = (spokenRate * frameMs) / 1_000;
    using encoder = await createEncoder({ sampleRate: spokenRate, channels: 1, frameSize });
    const startedAt = performance.now();
    for (let at = 0, frame = 0; at < samples.length; at += frameSize, frame += 1) {
      const piece = new Int16Array(frameSize);
      piece.set(samples.subarray(at, at + frameSize));
      const begun = performance.now();
      line.sendAudio?.(encoder.encode(piece));
      budgets.computed(deviceId, performance.now() - begun);
      const aheadMs = (frame - framesAhead) * frameMs - (performance.now() - startedAt);
      if (aheadMs > 0) await pause(aheadMs, undefined, { signal });
      else signal.throwIfAborted();
    }
    const restMs = (samples.length * 1_000) / spokenRate - (performance.now() - startedAt);
    if (restMs > 0) await pause(restMs, undefined, { signal }); // else the next sentence would be shown before it is heard
  }

  /** Somebody interrupts: what is being said ends, and the device may listen again. */
  private abort(): void {
    const wasSpeaking = this.isSpeaking;
    this.stop();
    if (!wasSpeaking) this.needs.line.send({ type: 'tts', state: 'stop' });
  }

  private stop(): void {
    clearTimeout(this.waking);
    clearTimeout(this.listening?.impatience);
    this.listening = undefined;
    this.turn?.abort();
    this.turn = undefined;
  }

  private leave(): void {
    const { line } = this.needs;
    this.leaving ??= setTimeout(() => {
      this.leaving = undefined;
      if (this.over.signal.aborted) return;
      line.send({ type: 'goodbye' });
      line.hangUp();
    }, this.patience.readMs);
  }

  /** One turn at a time; what goes wrong in it is said to the device. */
  private own(work: (signal: AbortSignal) => Promise<void>): void {
    this.turn?.abort();
    const turn = new AbortController();
    this.turn = turn;
    const signal = AbortSignal.any([turn.signal, this.over.signal]);
    void work(signal)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        const { log, deviceId } = this.needs;
        log.warn({ err: asError(error), deviceId }, 'who spoke to a device got no answer');
        this.excuse('failed');
      })
      .finally(() => {
        if (this.turn === turn) this.turn = undefined;
      });
  }
}

type Listening = {
  /** The button tells when somebody has finished; otherwise we find out. */
  isEndedByDevice: boolean;
  end: SpeechEnd;
  samples: Int16Array[];
  lastsMs: number;
  decoded: Promise<void>;
  /** Its end was found; what still comes is not awaited again. */
  isEnding: boolean;
  impatience: NodeJS.Timeout;
};

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const give = () => reject(asError(signal.reason));
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
