const asked = new Map<string, Promise<Response>>();

/** Asks for something while the console itself is still on its way. */
export function askEarly(path: string): Promise<Response> {
  const answer = fetch(path, { credentials: 'same-origin' });
  asked.set(path, answer);
  answer.catch(() => undefined); // whoever takes it is told
  return answer;
}

/** What was asked for early, once: whoever asks again wants to know what is true now. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}
