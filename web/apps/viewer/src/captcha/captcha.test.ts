import { connectTo, refuse } from '@touchline/api/testing';
import { describe, expect, it, vi } from 'vitest';
import { makeProofOfWork } from '../testing/proof-of-work.ts';
import { CaptchaFailure } from './captcha-failure.ts';
import { withCaptcha } from './captcha.ts';
import { solve } from './proof-of-work.ts';

describe('AUTH-11 proof of work', () => {
  it.each([0, 1, 77, 1000])('finds %d, and tells it as ALTCHA does', async (number) => {
    const { maxnumber: _, ...challenge } = await makeProofOfWork(number, 1000);
    const token: unknown = JSON.parse(atob(await solve({ ...challenge, maxnumber: 1000 })));
    expect(token).toEqual({ ...challenge, number });
  });

  it('lets the page do other things meanwhile', async () => {
    const work = solve(await makeProofOfWork(60_000, 60_000));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await work;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it('gives up where no number will do, or the challenge is of another kind', async () => {
    await expect(solve({ ...(await makeProofOfWork(11, 10)) })).rejects.toThrow('no number');
    await expect(solve({ ...(await makeProofOfWork(1, 10)), algorithm: 'SHA-1' })).rejects.toThrow('SHA-1');
  });
});

const ask = (kind: string) => connectTo({ 'GET captcha': () => ({ kind }) });

describe('AUTH-11 withCaptcha', () => {
  type Send = (token: string | undefined) => Promise<string>;
  it('asks first where a form always needs a proof, and brings none where none is wanted', async () => {
    const { connection, calls } = ask('none');
    const send = vi.fn<Send>(async () => 'sent');
    expect(await withCaptcha(connection, 'always', send)).toBe('sent');
    expect(send).toHaveBeenCalledExactlyOnceWith(undefined);
    expect(calls).toEqual(['GET captcha']);
  });

  it('asks for nothing where the server has not', async () => {
    const { connection, calls } = ask('none');
    await withCaptcha(connection, 'asked', async () => 'sent');
    expect(calls).toEqual([]);
  });

  it('brings the number that was found', async () => {
    const challenge = await makeProofOfWork(5, 10);
    const { connection } = connectTo({ 'GET captcha': () => ({ kind: 'pow', challenge }) });
    const send = vi.fn<Send>(async () => 'sent');
    await withCaptcha(connection, 'always', send);
    expect(JSON.parse(atob(send.mock.calls[0]?.[0] ?? ''))).toMatchObject({ number: 5, signature: 'signed' });
  });

  it('hands on what else the server says', async () => {
    const { connection, calls } = connectTo({ 'POST auth/logout': () => refuse(400, 'wrong_auth_data') });
    const send = () => connection.client.POST('/auth/logout', { body: {} });
    await expect(withCaptcha(connection, 'asked', send)).rejects.toMatchObject({ code: 'wrong_auth_data' });
    expect(calls).toEqual(['POST auth/logout']);
  });

  it('says that the proof could not be made', async () => {
    const challenge = { ...(await makeProofOfWork(5, 10)), algorithm: 'none' };
    const { connection } = connectTo({ 'GET captcha': () => ({ kind: 'pow', challenge }) });
    await expect(withCaptcha(connection, 'always', async () => 'sent')).rejects.toThrow(CaptchaFailure);
  });
});
