import type { Conversation } from '#assistant/conversation/conversation-store.ts';
import type { Servers } from '#assistant/servers/servers.ts';

/** `@sigec://charge-points/CP-7`: an address of a resource, not a mail address. */
const mention = /(?<=^|\s)@([a-z][a-z0-9+.-]*:\/\/\S*[^\s.,;:!?)])/gi;
const maxMentions = 5;
const maxCharacters = 12_000;

/** The question with what it mentions behind it, as data. One that cannot be read is left as it was written. */
export async function withMentions(
  servers: Pick<Servers, 'states' | 'resources' | 'readResource'>,
  conversation: Conversation,
  text: string,
): Promise<string> {
  const uris = [...new Set(Array.from(text.matchAll(mention), ([, uri = '']) => uri))].slice(0, maxMentions);
  if (uris.length === 0) return text;
  const listed = await servers.resources().catch(() => []);
  const [first] = servers.states().filter(({ status }) => status === 'connected');
  const parts = await Promise.all(
    uris.map(async (uri) => {
      // One that is made from a template stands in no list.
      const server = listed.find((resource) => resource.uri === uri)?.server ?? first?.name;
      const content = server === undefined ? undefined : await servers.readResource(server, uri).catch(() => undefined);
      return content === undefined ? [] : [`[${uri}, as data:]\n${content.slice(0, maxCharacters)}`];
    }),
  );
  if (parts.flat().length > 0) conversation.isTainted = true; // strangers may have written in it
  return [text, ...parts.flat()].join('\n\n');
}
