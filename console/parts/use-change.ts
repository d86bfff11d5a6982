import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTell } from './told.tsx';

type Change<Wanted, Answer> = {
  send: (wanted: Wanted) => Promise<Answer>;
  /** First words of the keys of what is read again, whether it was done or not. */
  touches?: readonly string[];
  /** What is said once it is done. */
  said?: (answer: Answer) => string | undefined;
  onDone?: (answer: Answer) => Promise<void> | void;
};

/** Changes something at the server. */
export function useChange<Answer, Wanted = void>({ send, touches = [], said, onDone }: Change<Wanted, Answer>) {
  const tell = useTell();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      const sentence = said?.(answer);
      if (sentence !== undefined) tell(sentence);
      await onDone?.(answer);
    },
    onSettled: () => Promise.all(touches.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
}
