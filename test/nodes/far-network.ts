import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where servers stand that nodes reach by cables: a network namespace of its own. What is sent into a cut cable is lost, and nobody is told. */
export class FarNetwork implements AsyncDisposable {
  readonly cables: readonly Cable[];
  private readonly namespace: string;
  private readonly relays: ChildProcess[] = [];

  private constructor(namespace: string, cables: readonly Cable[]) {
    this.namespace = namespace;
    this.cables = cables;
  }

  static async open({ cables: count }: { cables: number }): Promise<FarNetwork> {
    const namespace = `sigec-${process.pid}`;
    await run('ip', ['netns', 'add', namespace]);
    try {
      const second = 64 + (process.pid % 64);
      const numbers = Array.from({ length: count }, (_, index) => index);
      return new FarNetwork(
        namespace,
        await Promise.all(numbers.map((number) => Cable.lay(namespace, { number, second }))),
      );
    } catch (error) {
      await run('ip', ['netns', 'del', namespace]);
      throw error;
    }
  }

  /** The words before a command that make it run there. */
  get inside(): readonly string[] {
    return ['ip', 'netns', 'exec', this.namespace];
  }

  /** Passes on what comes to that port there to a socket in the file system, which knows no networks. */
  async relay(port: number, socketPath: string): Promise<void> {
    const [command = '', ...before] = this.inside;
    const program = `
      require('node:net').createServer({ allowHalfOpen: true }, (near) => {
        const far = require('node:net').connect({ path: process.argv[2], allowHalfOpen: true });
        near.on('error', () => far.destroy()).pipe(far).on('error', () => near.destroy()).pipe(near);
      }).listen(Number(process.argv[1]), '0.0.0.0', () => console.log('listening'));`;
    const relay = spawn(command, [...before, process.execPath, '-e', program, String(port), socketPath], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.relays.push(relay);
    await once(relay.stdout, 'data');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const relay of this.relays) {
      const ended = once(relay, 'exit');
      relay.kill('SIGKILL');
      await ended;
    }
    await Promise.all(this.cables.map((cable) => cable.remove()));
    await run('ip', ['netns', 'del', this.namespace]);
  }
}

/** From here to the far network, with an address at its other end. */
export class Cable {
  /** Of the far end. */
  readonly address: string;
  private readonly near: string;
  private readonly far: string;
  private readonly namespace: string;

  private constructor({
    near,
    far,
    address,
    namespace,
  }: { near: string; far: string; address: string; namespace: string }) {
    this.near = near;
    this.far = far;
    this.address = address;
    this.namespace = namespace;
  }

  static async lay(namespace: string, { number, second }: { number: number; second: number }): Promise<Cable> {
    const [near, far] = [`sg${process.pid}n${number}`, `sg${process.pid}f${number}`];
    const addressOf = (last: number) => `10.${second}.${number}.${last}`;
    await run('ip', ['link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace]);
    await run('ip', ['addr', 'add', `${addressOf(1)}/30`, 'dev', near]);
    await run('ip', ['link', 'set', near, 'up']);
    const cable = new Cable({ near, far, address: addressOf(2), namespace });
    await run('ip', ['-n', namespace, 'addr', 'add', `${cable.address}/30`, 'dev', far]);
    await cable.mend();
    return cable;
  }

  async cut(): Promise<void> {
    await run('ip', ['-n', this.namespace, 'link', 'set', this.far, 'down']);
  }

  async mend(): Promise<void> {
    await run('ip', ['-n', this.namespace, 'link', 'set', this.far, 'up']);
  }

  async remove(): Promise<void> {
    await run('ip', ['link', 'del', this.near]);
  }
}
