/** Speaks to the server: JSON in and out, the token against forged requests, and faults as errors with a sentence. */
import { t } from '#lib/strings/index.ts';
import { language } from '#lib/strings/language.svelte.ts';
import type { ErrorView } from './types';

export class ServerError extends Error {
  constructor(
    readonly status: number,
    readonly fault: ErrorView,
  ) {
    super(fault.text);
  }
}

/** The server could not be reached at all. */
export class UnreachableError extends Error {}

type Query = Record<string, string | number | boolean | null | undefined>;

export function apiUrl(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** The address of a WebSocket of the server that served this page; it will speak the language of the page. */
export function socketUrl(path: string, query: Query = {}): string {
  const url = new URL(apiUrl(path, { ...query, language: language.asked }), location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

export const get = <T>(path: string, query?: Query): Promise<T> => request('GET', path, query);
export const post = <T>(path: string, body?: unknown, query?: Query): Promise<T> => request('POST', path, query, body);
export const put = <T>(path: string, body?: unknown): Promise<T> => request('PUT', path, {}, body);
export const patch = <T>(path: string, body?: unknown): Promise<T> => request('PATCH', path, {}, body);
/** The text with which a request is answered that is not JSON: a file. */
export const postForFile = (path: string, body: unknown): Promise<string> => send('POST', path, {}, body);
export const remove = <T>(path: string): Promise<T> => request('DELETE', path);

async function request<T>(method: string, path: string, query: Query = {}, body?: unknown): Promise<T> {
  const text = await send(method, path, query, body);
  return (text ? JSON.parse(text) : undefined) as T;
}

async function send(method: string, path: string, query: Query, body?: unknown): Promise<string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (language.asked) {
    headers['accept-language'] = language.asked;
  }
  if (method !== 'GET') {
    headers['x-csrf-token'] = csrfToken() || (await askForToken());
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  const response = await reach(apiUrl(path, query), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new ServerError(response.status, readFault(response, text));
  }
  return text;
}

async function reach(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new UnreachableError(t('common.unreachable'), { cause });
  }
}

function readFault(response: Response, text: string): ErrorView {
  try {
    const fault = JSON.parse(text) as ErrorView;
    if (typeof fault.text === 'string') {
      return fault;
    }
  } catch {
    // Not ours: a proxy's page, perhaps.
  }
  return { error: 'unknown', text: `${response.status} ${response.statusText}`, line: null, column: null };
}

function csrfToken(): string {
  return /(?:^|; )parlour_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

/** Any answer sets the cookie that holds the token. */
async function askForToken(): Promise<string> {
  await reach('/api/me');
  return csrfToken();
}
