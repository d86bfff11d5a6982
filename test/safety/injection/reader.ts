import { Random } from '../../simulation/random.ts';
import { fittingArguments, type Hints } from '../arguments.ts';
import { askLegacy, askModern, beginLegacy, type Http, messageOf, type Reply } from '../doors.ts';
import type { Caller } from '../rights.ts';
import type { Tool, World } from '../world.ts';
import type { Seen } from './seen.ts';

type Door = 'modern' | 'legacy' | 'view';
export const readingDoors: readonly Door[] = ['modern', 'legacy', 'view'];

type McpAnswer = {
  result?: Record<string, unknown> & {
    content?: { text?: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    contents?: { uri: string; text: string }[];
    messages?: { content: { text: string } }[];
    nextCursor?: string;
    instructions?: string;
  };
  error?: { message?: string; data?: unknown };
};

/** An agent that calls everything there is and writes down what it gets to read. */
export class Reader {
  readonly seen: Seen;
  /** Ids that it met, by the name of the field that held them: they are what it asks about next. */
  readonly ids = new Map<string, Set<string | number>>();
  calls = 0;
  private readonly world: World;
  private readonly caller: Caller;
  private readonly random = new Random(7);
  private session: string | undefined;

  constructor(world: World, caller: Caller, seen: Seen) {
    this.world = world;
    this.caller = caller;
    this.seen = seen;
  }

  async begin(): Promise<void> {
    this.session = await beginLegacy(this.http, this.url, this.caller);
    for (const level of ['operate', 'advanced']) await this.call('legacy', 'raise_level', { pack: 'charging', level });
  }

  private get http(): Http {
    return this.world.http;
  }

  private get url(): string {
    return this.world.addresses.mcp;
  }

  /** Lists, descriptions, instructions: by every address and in both eras. */
  async readLists(): Promise<void> {
    const addresses = [this.url, `${this.url}/x/charging`, `${this.url}/x/charging/readonly`];
    for (const address of addresses) {
      for (const method of ['server/discover', 'tools/list', 'prompts/list', 'resources/templates/list'])
        this.whole(`${address} ${method}`, await this.modern(method, {}, address));
      await this.readPages('modern', address);
    }
    for (const method of ['tools/list', 'prompts/list', 'resources/templates/list'])
      this.whole(`legacy ${method}`, await this.legacy(method, {}));
    await this.readPages('legacy', this.url);
    this.whole('view', await this.http.send(`${this.url}/tools`, { method: 'GET', caller: this.caller }));
    this.whole('front', await this.http.send(new URL('/', this.url).href, { method: 'GET', caller: this.caller }));
  }

  /** One tool by one door, with arguments that fit as far as the reader knows them; sometimes as a dry run. */
  async callTool(tool: Tool, hints: Hints, door: Door): Promise<void> {
    const given = fittingArguments(tool.inputSchema, [...hints, ...this.known()], this.random);
    const isDry = 'dry_run' in (tool.inputSchema.properties ?? {}) && this.random.chance(0.5);
    await this.call(door, tool.name, isDry ? { ...given, dry_run: true } : given);
  }

  async call(door: Door, name: string, given: object): Promise<void> {
    this.calls += 1;
    if (this.calls % 50 === 0) this.world.advance(61_000); // nobody is to be told that they ask too often
    if (door === 'view') {
      const url = `${this.url}/tools/${encodeURIComponent(name)}/call`;
      const { text } = await this.http.send(url, { caller: this.caller, body: { arguments: given } });
      const body = JSON.parse(text) as { data?: unknown; message?: string; error?: string; details?: unknown };
      this.seen.sentence(`${name} by view`, body.message);
      this.seen.sentence(`${name} by view`, body.error);
      this.take(`${name} by view`, body.data);
      this.seen.data(`${name} by view, details`, body.details);
      return;
    }
    const params = { name, arguments: given };
    const { result, error } = messageOf(
      (door === 'modern' ? await this.modern('tools/call', params) : await this.legacy('tools/call', params)).text,
    ) as McpAnswer;
    const place = `${name} by ${door}`;
    this.seen.sentence(place, error?.message);
    this.seen.data(place, error?.data);
    const [sentence, ...more] = result?.content ?? [];
    this.seen.sentence(place, sentence?.text);
    for (const { text = '{}' } of more)
      this.take(place, result?.isError === true ? text : (JSON.parse(text) as unknown));
    this.take(place, result?.structuredContent);
  }

  async readResource(uri: string, door: 'modern' | 'legacy'): Promise<void> {
    this.calls += 1;
    const params = { uri };
    const reply =
      door === 'modern' ? await this.modern('resources/read', params) : await this.legacy('resources/read', params);
    const { result, error } = messageOf(reply.text) as McpAnswer;
    const place = `resource ${uri.replace(/[^/]*$/, '…')}`;
    this.seen.sentence(place, error?.message);
    for (const { text } of result?.contents ?? []) this.take(place, JSON.parse(text));
  }

  /** Ways of working: their text is ours, and what was given to them stands apart as data. */
  async readPrompts(known: Readonly<Record<string, string>>): Promise<void> {
    const { result } = messageOf((await this.modern('prompts/list', {})).text) as McpAnswer;
    for (const prompt of (result?.['prompts'] ?? []) as { name: string; arguments?: { name: string }[] }[]) {
      const given = Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, known[name] ?? 'x']));
      const params = { name: prompt.name, arguments: given };
      for (const reply of [await this.modern('prompts/get', params), await this.legacy('prompts/get', params)]) {
        this.calls += 1;
        const { result: rendered, error } = messageOf(reply.text) as McpAnswer;
        this.seen.sentence(`prompt ${prompt.name}`, error?.message);
        for (const { content } of rendered?.messages ?? []) this.readPrompt(prompt.name, content.text);
      }
    }
  }

  private readPrompt(name: string, text: string): void {
    const lines = text.split('\n');
    const isGiven = (line: string) => /^- \w+: "(?:[^"\\]|\\.)*"$/.test(line);
    const ours = lines.filter((line) => !isGiven(line)).join('\n');
    this.seen.sentence(`prompt ${name}`, ours);
    for (const line of lines.filter(isGiven)) this.seen.data(`prompt ${name}`, line);
  }

  /** What is offered while somebody types. */
  async readCompletions(): Promise<void> {
    for (const [name, argument] of [
      ['diagnose_charge_point', 'charge_point_id'],
      ['why_did_session_end', 'transaction_id'],
      ['monthly_report', 'site_id'],
    ]) {
      const params = { ref: { type: 'ref/prompt', name }, argument: { name: argument, value: '' } };
      for (const reply of [
        await this.modern('completion/complete', params),
        await this.legacy('completion/complete', params),
      ]) {
        const { result, error } = messageOf(reply.text) as McpAnswer;
        this.seen.sentence('a completion', error?.message);
        this.seen.data('a completion', result?.['completion']);
      }
    }
  }

  /** What can be listed is read, page after page. */
  private async readPages(door: 'modern' | 'legacy', address: string): Promise<void> {
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const reply =
        door === 'modern'
          ? await this.modern('resources/list', params, address)
          : await this.legacy('resources/list', params);
      const { result } = messageOf(reply.text) as McpAnswer;
      for (const entry of (result?.['resources'] ?? []) as {
        uri: string;
        name: string;
        title?: string;
        description?: string;
      }[]) {
        this.seen.data('resource', { uri: decodeURIComponent(entry.uri), name: entry.name });
        this.seen.sentence('title of a resource', entry.title);
        this.seen.sentence('description of a resource', entry.description);
        this.remember('uri', entry.uri);
      }
      cursor = result?.nextCursor;
      if (cursor === undefined) return;
    }
  }

  private take(place: string, data: unknown): void {
    this.seen.data(place, data);
    this.collect(data);
  }

  private collect(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.collect(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        if (/_id$|^next$/.test(name) && (typeof item === 'string' || typeof item === 'number'))
          this.remember(name, item);
        else this.collect(item);
      }
  }

  private remember(name: string, id: string | number): void {
    const known = this.ids.get(name) ?? new Set();
    if (known.size < 2_000) this.ids.set(name, known.add(id));
  }

  private known(): Hints {
    const named = [...this.ids].map(([name, ids]) => ({
      name: new RegExp(`^${name}$`),
      value: (random: Random) => random.pick([...ids]),
    }));
    return [
      ...named,
      { name: /^transaction_id$/, value: (random) => random.pick([...(this.ids.get('session_id') ?? ['1'])]) },
      { name: /^wait_seconds$/, value: () => 0 },
      { name: /^limit$/, value: () => 50 },
      { name: /^(after|from|to|since|until|before|search)$/, value: () => undefined },
    ];
  }

  /** A list or a description is ours from its first letter to its last. */
  private whole(place: string, { text }: Reply): void {
    this.seen.sentence(place, text.replaceAll(/[\r\n]/g, ' '));
  }

  private modern(method: string, params: object, address = this.url): Promise<Reply> {
    return askModern(this.http, address, { method, params: { ...params }, caller: this.caller });
  }

  private legacy(method: string, params: object): Promise<Reply> {
    return askLegacy(this.http, this.url, { method, params, caller: this.caller, session: this.session });
  }
}
