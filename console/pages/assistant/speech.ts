import { useEffect, useRef, useState } from 'react';

type Heard = { results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>; resultIndex: number };
type Recognition = {
  addEventListener(type: 'result', listener: (heard: Heard) => void): void;
  addEventListener(type: 'error', listener: (problem: { error: string }) => void): void;
  addEventListener(type: 'end', listener: () => void): void;
  start(): void;
  abort(): void;
  stop(): void;
};

/** Where the browser understands speech; null: it does not. */
export function useSpeech(language: string, onWords: (words: string) => void) {
  const recognition = useRef<Recognition | null>(null);
  const [isListening, setIsListening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => recognition.current?.abort(), []);
  const Offered = offered();
  if (Offered === undefined) return null;
  const begin = () => {
    const listening = new Offered();
    Object.assign(listening, { lang: language, interimResults: false, continuous: true });
    listening.addEventListener('result', ({ results, resultIndex }) => {
      const said = Array.from(results)
        .slice(resultIndex)
        .filter(({ isFinal }) => isFinal);
      const words = said.map((each) => each[0]?.transcript.trim() ?? '').join(' ');
      if (words !== '') onWords(words);
    });
    listening.addEventListener('error', ({ error }) =>
      setProblem(error === 'aborted' || error === 'no-speech' ? null : error),
    );
    listening.addEventListener('end', () => setIsListening(false));
    recognition.current = listening;
    setProblem(null);
    setIsListening(true);
    listening.start();
  };
  return { isListening, problem, toggle: () => (isListening ? recognition.current?.stop() : begin()) };
}

function offered(): (new () => Recognition) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, new () => Recognition>;
  return SpeechRecognition ?? webkitSpeechRecognition;
}
