import type { Page } from '@playwright/test'

/** Words in Latin letters on Chinese pages: names of products, technologies, units and keys. */
const NAMES = [
  ...['GPU-[\\da-f-]+', 'gpulse(?:\\.[\\w.-]+=\\w+)?', 'NVIDIA', 'GPU', 'H100', 'HBM3?', 'CPU', 'CUDA'],
  ...['NVLink', 'NVL', 'PCIe?', 'Gen\\d', 'TX', 'RX', 'SM'],
  ...['=all', 'BAR1', 'UUID', 'URL', 'VBIOS', 'NUMA', 'MIG', 'ECC', 'GSP', 'Tensor', 'API', 'REST', 'SSE'],
  ...[
    'PID',
    'pid',
    'Xid',
    'Ctrl',
    'MPS',
    'CSV',
    'P95',
    'Shift',
    'Tab',
    'Grafana',
    'HTML',
    'disable_sanitize_html = true',
  ],
  ...['Hopper', 'JSON', 'slurm'],
  ...[
    'kernel',
    'clock event reasons',
    'Power Brake',
    'Sync Boost',
    'Fabric',
    'Gen',
    'steal',
    'swap',
    'cache',
    'buffers',
    'I/O',
    'iframe',
  ],
  ...['[GMTk]i?B(?:/s)?', 'k?W', 'MHz', '°C', 'k?Wh', 'nvme\\w+', 'eth\\d', 'ib\\d', 'mlx5_\\d', 'en[ops]\\w+'],
  ...['mchen', 'svc-infer', 'train\\.py', 'vllm worker(?: TP\\d)?', 'trn-h100-\\d+', 'localhost', 'none'],
  ...['asharma', 'python', 'run starts', 'epoch \\d', 'finetune_sd35\\.py', 'lwojcik', 'nsys', 'pt_data_worker'],
]
const NAME = new RegExp(`(?<![A-Za-z])(?:${NAMES.join('|')})(?![A-Za-z])`, 'g')

/** Texts of the page that are neither Chinese nor names, and not marked as English. */
export async function foreignWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const seen: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (!/[A-Za-z]/.test(text) || !parent?.checkVisibility()) continue
      if (parent.closest('[lang=en], code, kbd') === null) seen.push(text)
    }
    return [...new Set(seen)]
  })
  return texts.filter((text) => /[A-Za-z]{2}/.test(text.replace(NAME, '')))
}
