import type { GetPromptResult } from '@modelcontextprotocol/client';
import { foreignLine, foreignText } from './foreign-text.ts';
import type { ServerConnection } from './server-connection.ts';
import type { FoundPrompt, FoundResource } from './servers.ts';

const most = { name: 200, description: 1_000, text: 200_000 };

/** A server that has none answers with an empty list, by the library. */
export async function listResources(connection: ServerConnection): Promise<FoundResource[]> {
  const server = connection.settings.name;
  const [{ resources }, { resourceTemplates }] = await connection.request((client) =>
    Promise.all([client.listResources(), client.listResourceTemplates()]),
  );
  return [
    ...resources.map(({ uri, ...about }) => ({ server, uri, ...named(about) })),
    ...resourceTemplates.map(({ uriTemplate: uri, ...about }) => ({ server, uri, ...named(about) })),
  ];
}

export async function readResource(connection: ServerConnection, uri: string): Promise<string> {
  const { contents } = await connection.request((client) => client.readResource({ uri }));
  const texts = contents.map((part) =>
    'text' in part ? part.text : `[${part.mimeType ?? 'binary'}, ${Math.round((part.blob.length * 3) / 4)} bytes]`,
  );
  return foreignText(texts.join('\n'), most.text);
}

export async function listPrompts(connection: ServerConnection): Promise<FoundPrompt[]> {
  const server = connection.settings.name;
  const { prompts } = await connection.request((client) => client.listPrompts());
  return prompts.map(({ name, description = '', arguments: given = [] }) => ({
    ...{ server, name, description: foreignText(description, most.description) },
    arguments: given.map((argument) => ({ name: argument.name, required: argument.required === true })),
  }));
}

export async function readPrompt(
  connection: ServerConnection,
  name: string,
  given: Record<string, string>,
): Promise<string> {
  const { messages } = await connection.request((client) => client.getPrompt({ name, arguments: given }));
  return foreignText(messages.map(textOf).filter(Boolean).join('\n\n'), most.text);
}

function textOf({ content }: GetPromptResult['messages'][number]): string {
  if (content.type === 'text') return content.text;
  return content.type === 'resource' && 'text' in content.resource ? content.resource.text : '';
}

function named({
  name,
  title,
  description = '',
}: {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
}) {
  return { name: foreignLine(title ?? name, most.name), description: foreignText(description, most.description) };
}
