import type { Result, Server, ServerContext } from '@modelcontextprotocol/server';
import type { CallContext } from '#tools/context.ts';
import type { Approvals } from './approve-by-elicitation.ts';
import type { Serving } from './serving.ts';

/**
 * The protocol itself, for tools that are written to try it out: those of the conformance suite. They are called, allowed and audited like any
 * other, and then say what is answered in place of their answer. No address of the product hands this out.
 */
export class Host {
  readonly request: ServerContext;
  // oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
  readonly server: Server;
  readonly approvals: Approvals;
  private replacement: { answer: Result } | { error: Error } | undefined;

  // oxlint-disable-next-line typescript/no-deprecated -- as above
  constructor(request: ServerContext, server: Server, approvals: Approvals) {
    this.request = request;
    this.server = server;
    this.approvals = approvals;
  }

  answerWith(answer: Result): void {
    this.replacement = { answer };
  }

  failWith(error: Error): void {
    this.replacement = { error };
  }

  replaced<Answer>(usual: Answer): Answer {
    if (this.replacement === undefined) return usual;
    if ('error' in this.replacement) throw this.replacement.error;
    return this.replacement.answer as Answer;
  }
}

/** Does the work with a host where the address has one, and without it anywhere else. */
export async function withHost<Answer>(
  { hasHost, approvals }: Serving,
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  { server, request, context }: { server: Server; request: ServerContext; context: CallContext },
  work: (context: CallContext) => Promise<Answer>,
): Promise<Answer> {
  if (!hasHost) return work(context);
  const host = new Host(request, server, approvals);
  return host.replaced(await work({ ...context, host }));
}
