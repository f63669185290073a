import type { LocalizedTitle, Problem } from './contract'

const en = {
  'title': 'GPU Dashboards',
  'menu.help': 'Click: open next to the notebook. Drag its tab: dock anywhere.',
  'menu.loading': 'Loading the list of dashboards …',
  'menu.panels': 'Panels of {page}',
  'menu.settings': 'Settings',
  'menu.tab': 'gpulse: GPU Dashboards',
  'menu.thisKernel': 'this kernel',
  'menu.warnings': 'Active warnings: {n}',
  'menu.gpus': '{n} × {name}',
  'kernel.title': 'This kernel',
  'kernel.memory': '{used} / {total} GiB',
  'kernel.notebook': '{name} · pid {pid}',
  'kernel.unknown': 'unknown',
  'kernel.none': 'no GPU in this kernel',
  'kernel.pending': 'this kernel: not known yet',
  'kernel.REMOTE': 'kernel on another host',
  'kernel.OTHER_MACHINE': 'gpulse runs on another machine than this kernel',
  'kernel.UNKNOWN': 'GPU memory of this kernel unknown',
  'gpu.one': 'GPU {index}',
  'status.kernel': 'GPU {indexes}: {memory} (this kernel)',
  'status.atLeast': 'at least {memory}',
  'status.memoryUnknown': 'memory unknown',
  'status.gpus': '{n} GPUs',
  'status.gpu': '1 GPU',
  'status.someGpus': '{n} of {all} GPUs',
  'status.noGpu': 'no GPU',
  'status.stale': '{text} · not current',
  'status.unreachable': 'gpulse: not reachable',
  'status.starting': 'gpulse: starting',
  'status.open': 'Open the processes that use a GPU',
  'frame.loading': 'Connecting to gpulse …',
  'frame.retry': 'Try again',
  'frame.again': 'The next attempt is automatic.',
  'idle.message':
    'The idle kernel of {notebook} holds {memory} on GPU {indexes} without work since {since} ({hours} h).',
  'idle.title': 'Idle kernels',
  'idle.command': 'GPU: Idle Kernels',
  'idle.open': 'Open {notebook}',
  'idle.minutes': 'GPU {indexes} · idle for {n} min',
  'idle.hours': 'GPU {indexes} · idle for {n} h',
  'idle.none': 'No kernel has held GPU memory without work for {minutes} min.',
  'idle.noneKnown': 'No kernel is known to have held GPU memory without work for {minutes} min.',
  'idle.unknown': 'Kernels whose GPU memory or idle time is unknown: {n}',
  'idle.pending': 'not known yet',
  'idle.stale': 'Unknown: the figures of gpulse are not current.',
  'shutdown.label': 'Shut Down Kernel',
  'shutdown.frees': 'Shut Down Kernel (frees {memory})',
  'shutdown.title': 'Shut down the kernel of {notebook}?',
  'shutdown.body':
    'Process {pid} ends and frees {memory} on GPU {indexes}. Variables of the kernel and a running cell are lost. ' +
    'The notebook and its saved outputs remain.',
  'shutdown.unknownPid': 'of the kernel',
  'shutdown.failed': 'The kernel of {notebook} was not shut down: {reason}',
  'shutdown.cancel': 'Cancel',
  'shutdown.confirm': 'Shut down',
  'problem.STARTING': 'gpulse is starting.',
  'problem.NOT_FOUND': 'No gpulse runs on this machine: start gpulse, or set GPULSE_URL and restart Jupyter.',
  'problem.UNAUTHORIZED': 'gpulse needs another token: set GPULSE_TOKEN and restart Jupyter.',
  'problem.FOREIGN_USER': 'gpulse belongs to another user: trust this user in the configuration of Jupyter.',
  'problem.NOT_GPULSE': 'The configured address is not a gpulse: correct GPULSE_URL and restart Jupyter.',
  'problem.NO_ANSWER': 'gpulse does not answer: look at its log, or restart it.',
  'problem.UNSUPPORTED_VERSION': 'This version of gpulse does not support JupyterLab: update gpulse.',
  'problem.INVALID_CONFIGURATION': 'The configuration of gpulse in Jupyter is invalid: look at the log of Jupyter.',
  'problem.NO_SERVER_EXTENSION':
    'The server part of gpulse-jupyterlab is not loaded: restart Jupyter after the installation.',
  'problem.SIGNED_OUT': 'The session of Jupyter has expired: reload this page and sign in.',
  'problem.NO_JUPYTER': 'The Jupyter server does not answer: look at its state, or restart it.',
  'problem.NO_PAGE': 'The page of gpulse did not load: look at the log of gpulse.',
}

export type TextKey = keyof typeof en
export type Parameters = Readonly<Record<string, string | number>>

/** A part in square brackets is omitted if one of its parameters is missing. */
const zh: Record<TextKey, string> = {
  'title': 'GPU 仪表板',
  'menu.help': '单击：在笔记本旁打开。拖动标签页：停靠到任意位置。',
  'menu.loading': '正在加载仪表板列表…',
  'menu.panels': '{page}的面板',
  'menu.settings': '设置',
  'menu.tab': 'gpulse：GPU 仪表板',
  'menu.thisKernel': '本内核',
  'menu.warnings': '当前警告：{n}',
  'menu.gpus': '{n} × {name}',
  'kernel.title': '本内核',
  'kernel.memory': '{used} / {total} GiB',
  'kernel.notebook': '{name} · 进程 {pid}',
  'kernel.unknown': '未知',
  'kernel.none': '本内核未使用 GPU',
  'kernel.pending': '本内核：尚无数据',
  'kernel.REMOTE': '内核在另一台主机上',
  'kernel.OTHER_MACHINE': 'gpulse 与本内核不在同一台机器上',
  'kernel.UNKNOWN': '本内核的 GPU 显存未知',
  'gpu.one': 'GPU {index}',
  'status.kernel': 'GPU {indexes}: {memory}（本内核）',
  'status.atLeast': '至少 {memory}',
  'status.memoryUnknown': '显存未知',
  'status.gpus': '{n} 个 GPU',
  'status.gpu': '1 个 GPU',
  'status.someGpus': '{all} 个 GPU 中的 {n} 个',
  'status.noGpu': '没有 GPU',
  'status.stale': '{text} · 数据已过期',
  'status.unreachable': 'gpulse：无法访问',
  'status.starting': 'gpulse：正在启动',
  'status.open': '打开使用 GPU 的进程',
  'frame.loading': '正在连接 gpulse…',
  'frame.retry': '重试',
  'frame.again': '将自动重试。',
  'idle.message': '{notebook} 的空闲内核自 {since} 起（{hours} 小时）未做计算，仍占用 GPU {indexes} 的 {memory}。',
  'idle.title': '空闲内核',
  'idle.command': 'GPU：空闲内核',
  'idle.open': '打开 {notebook}',
  'idle.minutes': 'GPU {indexes} · 已空闲 {n} 分钟',
  'idle.hours': 'GPU {indexes} · 已空闲 {n} 小时',
  'idle.none': '没有内核在未做计算的情况下占用显存达 {minutes} 分钟。',
  'idle.noneKnown': '在已知的内核中，没有内核在未做计算的情况下占用显存达 {minutes} 分钟。',
  'idle.unknown': '显存或空闲时间未知的内核：{n} 个',
  'idle.pending': '尚无数据',
  'idle.stale': '未知：gpulse 的数据已过期。',
  'shutdown.label': '关闭内核',
  'shutdown.frees': '关闭内核（释放 {memory}）',
  'shutdown.title': '关闭 {notebook} 的内核？',
  'shutdown.body':
    '进程 {pid} 将结束，并释放 GPU {indexes} 的 {memory}。内核中的变量和正在运行的单元格会丢失；笔记本及已保存的输出会保留。',
  'shutdown.unknownPid': '（内核）',
  'shutdown.failed': '{notebook} 的内核未能关闭：{reason}',
  'shutdown.cancel': '取消',
  'shutdown.confirm': '关闭',
  'problem.STARTING': 'gpulse 正在启动。',
  'problem.NOT_FOUND': '本机[（{address}）]没有运行 gpulse：请启动 gpulse，或设置 GPULSE_URL 后重启 Jupyter。',
  'problem.UNAUTHORIZED': 'gpulse[（{address}）]需要其他令牌：请设置 GPULSE_TOKEN 后重启 Jupyter。',
  'problem.FOREIGN_USER': 'gpulse 属于另一用户[（{user}）]：若信任该用户，请在 Jupyter 的配置中加以信任。',
  'problem.NOT_GPULSE': '所配置的地址[（{address}）]不是 gpulse：请更正 GPULSE_URL 后重启 Jupyter。',
  'problem.NO_ANSWER': 'gpulse[（{address}）]没有响应：请查看其日志或重启它。',
  'problem.UNSUPPORTED_VERSION': '此版本的 gpulse[（{version}）]不支持 JupyterLab：请更新 gpulse。',
  'problem.INVALID_CONFIGURATION': 'Jupyter 中的 gpulse 配置[（{path}）]无效：请查看 Jupyter 的日志。',
  'problem.NO_SERVER_EXTENSION': 'gpulse-jupyterlab 的服务器部分未加载：安装后请重启 Jupyter。',
  'problem.SIGNED_OUT': 'Jupyter 会话已过期：请重新加载页面并登录。',
  'problem.NO_JUPYTER': 'Jupyter 服务器没有响应：请查看其状态或重启它。',
  'problem.NO_PAGE': 'gpulse 的页面未能加载：请查看 gpulse 的日志。',
}

/** Chinese sentences for the reasons of the server extension, whose English ones come from the server. */
const zhReasons: Readonly<Record<string, string>> = {
  'slow-start': 'gpulse 已超过 {seconds} 秒未打开端口：请查看 {path}。',
  'no-command': '本机没有运行也没有安装 gpulse：请安装软件包 gpulse，或设置 GpulseJupyter.url。',
  'not-linux': 'gpulse 仅能在 Linux 上运行：请将 GpulseJupyter.url（GPULSE_URL）设为另一台机器的 gpulse。',
  'autostart-off': '本机没有运行 gpulse，且 GpulseJupyter.autostart 已关闭：请启动 gpulse，或设置 GpulseJupyter.url。',
  'start-failed': 'gpulse 启动后又结束了：原因见 {path}。',
  'no-connection': '无法连接 {address}：请在该处启动 gpulse，或更正 GpulseJupyter.url（GPULSE_URL）。',
  'token-missing': '{address} 的 gpulse 需要令牌：请设置 GPULSE_TOKEN 或 GPULSE_TOKEN_FILE 后重启 Jupyter。',
  'token-refused': '{address} 的 gpulse 拒绝了令牌：请更正 GPULSE_TOKEN 或 GPULSE_TOKEN_FILE 后重启 Jupyter。',
  'token-scope': '{address} 的 gpulse 的令牌没有读取权限：请更换令牌。',
  'foreign-user':
    '{address} 的 gpulse 属于用户 {user}，其页面会在您的 Jupyter 中运行：若信任该用户，请将其加入 GpulseJupyter.trusted_users。',
  'unknown-owner': '{address} 的 gpulse 的所有者未知：若信任它，请将 GpulseJupyter.url 设为 {address}。',
  'not-gpulse': '{address} 的服务器不是 gpulse（状态 {status}，{type}）：请更正 GpulseJupyter.url（GPULSE_URL）。',
  'redirect': '{address} 重定向到 {location}：请将 GpulseJupyter.url（GPULSE_URL）设为 gpulse 本身的地址。',
  'no-answer': '{address} 在 {seconds} 秒内没有响应：请重启该处的 gpulse，或更正 GpulseJupyter.url。',
  'unsupported-version': '{address} 的 gpulse 版本 {version} 对 gpulse-jupyterlab {extension} 来说过旧：请更新 gpulse。',
  'invalid-url': 'GpulseJupyter.url（GPULSE_URL）{url} 无效：请设置类似 http://127.0.0.1:8080 的地址。',
  'invalid-token': 'gpulse 的令牌含有请求头不允许的字符：请更正令牌。',
  'token-file-open': '其他用户可以读取令牌文件 {path}（权限 {mode}）：请运行 chmod 600 {path} 后重启 Jupyter。',
  'token-file-unreadable': '无法读取令牌文件 {path}（{error}）：请更正 GPULSE_TOKEN_FILE 或 GpulseJupyter.token_file。',
  'token-file-empty': '令牌文件 {path} 没有令牌：请写入令牌后重启 Jupyter。',
}

/** The texts of the extension in one language. */
export class Texts {
  readonly language: keyof LocalizedTitle

  /** Takes the language code of JupyterLab, such as `zh_CN`; every language other than Chinese gets English. */
  constructor(languageCode?: string) {
    this.language = languageCode?.toLowerCase().startsWith('zh') === true ? 'zh' : 'en'
  }

  get(key: TextKey, parameters: Parameters = {}): string {
    return fill((this.language === 'zh' ? zh : en)[key], parameters)
  }

  title(title: LocalizedTitle): string {
    return title[this.language]
  }

  /** Returns the sentence for a problem: the server's own in English, a translation of it in Chinese. */
  problem({ state, detail, parameters }: Problem): string {
    if (this.language === 'en' && detail !== null) return detail
    const translated = zhReasons[parameters['reason'] ?? '']
    if (this.language === 'zh' && translated !== undefined) return fill(translated, parameters)
    return state === 'READY' ? '' : this.get(`problem.${state}`, parameters)
  }

  /** Returns the time of day, with the date if it is another day. */
  moment(date: Date, now: Date): string {
    const sameDay = date.toDateString() === now.toDateString()
    const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const
    return date.toLocaleString(this.language, sameDay ? time : { month: 'short', day: 'numeric', ...time })
  }
}

function fill(text: string, parameters: Parameters): string {
  const value = (name: string): string | undefined => parameters[name]?.toString()
  const optional = text.replace(/\[([^\]]*)\]/g, (_, part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => value(name ?? '') !== undefined) ? part : '',
  )
  return optional.replace(/\{(\w+)\}/g, (whole, name: string) => value(name) ?? whole)
}
