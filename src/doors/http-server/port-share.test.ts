import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { PortShare } from './port-share.ts';

class Connection extends EventEmitter {
  isCut = false;
  destroy(): this {
    this.isCut = true;
    this.emit('close');
    return this;
  }
}

function crowdAt(share: PortShare, network: string, count: number): Connection[] {
  return Array.from({ length: count }, () => {
    const connection = new Connection();
    share.enter(network, connection as never);
    return connection;
  });
}
const held = (connections: readonly Connection[]) => connections.filter(({ isCut }) => !isCut).length;

test('a port holds as many connections as its share, and one more when one has ended', () => {
  const share = new PortShare(10);
  const crowd = crowdAt(share, 'a', 30);
  expect(held(crowd)).toBe(10);
  crowd[0]?.destroy();
  expect(held(crowdAt(share, 'a', 2))).toBe(1);
});

test('whoever comes from elsewhere takes the place of the oldest of the crowd', () => {
  const share = new PortShare(10);
  const crowd = crowdAt(share, 'a', 30);
  const [visitor] = crowdAt(share, 'b', 1);
  expect(visitor?.isCut).toBe(false);
  expect(crowd[0]?.isCut).toBe(true);
  expect(held(crowdAt(share, 'a', 5))).toBe(0); // the crowd comes again, and cuts nobody but itself
  expect(visitor?.isCut).toBe(false);
});

test('crowds of many networks share the port, and none is emptied', () => {
  const share = new PortShare(12);
  const crowds = ['a', 'b', 'c'].map((network) => crowdAt(share, network, 20));
  expect(crowds.map((crowd) => held(crowd))).toEqual([4, 4, 4]);
});
