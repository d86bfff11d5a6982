import type { Assistant } from '#assistant/service/assistant.ts';
import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { openSpeechService } from '#doors/device/talk/speech-service.ts';
import type { Voice } from '#doors/device/talk/voice.ts';
import type { Principals } from '#principals/principals.ts';

type VoiceNeeds = {
  config: Config;
  principals: Pick<Principals, 'authenticate'>;
  /** Known once it is there; devices connect before. */
  assistant(): Assistant | undefined;
};

const waits = {
  en: 'A person has to approve this: it waits in the console.',
  'pt-BR': 'Uma pessoa precisa aprovar isso: está esperando no console.',
};

/**
 * The assistant for whoever speaks to a device, with the rights of VOICE_KEY. Whoever speaks is not known, so nothing is approved by voice: what
 * asks its person first is refused, and what people approve becomes a proposal.
 */
export function openVoice({ config, principals, assistant }: VoiceNeeds): Voice | null {
  if (config.voiceKey === '') return null;

  async function asker() {
    const principal = await principals.authenticate(config.voiceKey);
    const open = assistant();
    if (principal === undefined || open === undefined)
      throw new SigecError('NOT_ALLOWED', 'VOICE_KEY is no key that holds now; make one with `sigec key create`.');
    return { open, asking: { principal, door: 'device' as const } };
  }

  return {
    speech: config.voiceUrl === '' ? null : openSpeechService(config),
    async begin({ language }) {
      const { open, asking } = await asker();
      const { id } = await open.start(asking);
      return {
        async ask(text, signal) {
          const now = await asker(); // the key may have been taken back meanwhile
          const turn = await now.open.ask(id, now.asking, { text, language, about: [] });
          const cancel = () => turn.cancel();
          signal.addEventListener('abort', cancel, { once: true });
          let said = '';
          let isProposed = false;
          try {
            for await (const { event } of turn.follow(0, signal)) {
              if (event.type === 'text') said += event.text;
              else if (event.type === 'call-started')
                said = ''; // it thought aloud before it looked
              else if (event.type === 'approval-asked') turn.decide(event.question.id, 'deny');
              else if (event.type === 'question-asked') turn.answer(event.question.id, { action: 'decline' });
              else if (event.type === 'proposal-made') isProposed = true;
              else if (event.type === 'ended' && said.trim() === '') said = event.ending.about ?? '';
            }
          } finally {
            signal.removeEventListener('abort', cancel);
          }
          const answer = [said.trim(), ...(isProposed ? [waits[language]] : [])].filter(Boolean).join(' ');
          if (answer === '') throw new SigecError('INTERNAL', 'The assistant said nothing.');
          return answer;
        },
        end: () => open.remove(id, asking),
      };
    },
  };
}
