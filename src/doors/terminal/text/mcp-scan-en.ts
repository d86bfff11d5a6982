import type { RuleName } from '#main/mcp-client.ts';

/** What a finding of the scan means. */
const rules: Record<RuleName, string> = {
  'hidden-characters': 'The text holds characters that people do not see and models read.',
  'instructions-in-text': 'The text gives orders to the model instead of describing something.',
  'secret-in-text': 'The text holds what looks like a password or a key.',
  'duplicate-name': 'The name is there more than once; nobody knows which one is called.',
  'reads-by-name-of-change': 'It says that it only reads, and its name says that it changes something.',
  'confusable-name': 'Names that look alike can be taken for one another.',
  'unusual-name': 'Not every model can call this name; use 1 to 64 of A-Z, a-z, 0-9, _ and -.',
  'no-description': 'Nothing says when to use it.',
  'no-schema': 'Nothing says what it takes.',
  'remote-reference': 'The schema refers to another address, whose content can change.',
  'harmless-by-name-of-harm': 'It says that it destroys nothing, and its name says that it does.',
  'open-schema': 'The schema allows arguments that nobody described.',
  'no-output-schema': 'Nothing says what comes back.',
  'argument-not-described': 'An argument is not described.',
  'argument-without-bounds': 'An argument has no limit to its length.',
  'no-annotations': 'Nothing says whether it reads or changes; hosts assume the worst.',
  'too-long': 'The definition is so long that it crowds out the work.',
  'too-many-tools': 'More tools than most models can choose from.',
  'server-error': 'The call made the server fail.',
  'stack-trace': 'The answer shows the inside of the program.',
  'database-text': 'The answer shows the words of the database.',
  'secret-in-answer': 'The answer holds what looks like a password or a key.',
  'file-read': 'The answer holds a file of the machine.',
  'template-run': 'Text that was sent was run as a template.',
  'command-run': 'Text that was sent was run as a command.',
  'echo-in-text': 'Hidden characters that were sent come back in a sentence of the server.',
  'no-answer': 'There was no answer in time.',
  'server-gone': 'The server stopped answering altogether; the scan ended there.',
  'foreign-id-answered': 'It answers about something that only another key is shown.',
  'wrong-key-accepted': 'A made-up key was accepted.',
  'foreign-page-accepted': 'Any web page opened on this machine could call it.',
  'echo-in-data': 'Hidden characters that were sent come back in the data.',
  'path-in-answer': 'The answer tells a path of the machine.',
  'internal-error': 'The call made the server report a fault of its own.',
  'schema-not-kept': 'It took what its own schema forbids.',
  'list-changed': 'The definition changed during the scan.',
  'huge-answer': 'The answer is longer than a model can read.',
};

export const mcpScanEn = {
  mcpScan: {
    title: (address: string) => `Scan of ${address}`,
    counts: (given: { eras: string; tools: number; resources: number; prompts: number; calls: number }) =>
      `MCP ${given.eras}: ${given.tools} tools, ${given.resources} resources, ${given.prompts} prompts; ${given.calls} hostile calls.`,
    notJudged: (calls: number) => `${calls} calls were refused as too many and were not judged. Scan again later.`,
    notCalled: (tools: string) =>
      `Not called, since they do not say that they only read: ${tools}. --all calls them too.`,
    progress: (done: number, all: number) => `${done} of ${all} calls`,
    sent: (what: string) => `sent: ${what}`,
    severity: { high: 'HIGH', medium: 'medium', low: 'low' },
    summary: (given: { high: number; medium: number; low: number }) =>
      `${given.high} findings of high, ${given.medium} of medium and ${given.low} of low severity.`,
    nothing: 'Nothing was found.',
    noMcp: (address: string) => `${address} does not speak MCP, or not to this key (--key).`,
    rules,
  },
};
