import { describe, expect, it } from 'vitest';
import { inviteLink, isLocalOrigin } from './inviteLink.ts';

describe('an invitation', () => {
  it('uses the address of the page', () => {
    expect(inviteLink('/match/abc', 'http://192.168.1.5:8420', [])).toBe('http://192.168.1.5:8420/match/abc');
  });
  it('uses an address that others can reach, if the server knows one', () => {
    const known = ['http://127.0.0.1:8420', 'http://10.0.0.7:8420'];
    expect(inviteLink('/match/abc', 'http://localhost:8420', known)).toBe('http://10.0.0.7:8420/match/abc');
    expect(inviteLink('/match/abc', 'http://localhost:8420', [])).toBe('http://localhost:8420/match/abc');
  });
  it('recognises addresses that others cannot reach', () => {
    expect(
      ['http://localhost:1', 'http://127.0.0.1', 'http://[::1]:80', 'http://club.example'].map(isLocalOrigin),
    ).toEqual([true, true, true, false]);
  });
});
