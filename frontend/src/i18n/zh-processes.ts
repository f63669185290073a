import type { enProcesses } from './en-processes'

/** What the page of processes says. */
export const zhProcesses: typeof enProcesses = {
  processes: {
    about: '占用显存的所有进程；同一进程在每块 GPU 上各占一行。',
    filter: '按用户、pid、名称、GPU 筛选',
    group: '分组',
    noUser: '用户未知',
    onGpus: 'GPU {indexes}',
    noName: '名称未知',
    commandHidden:
      '命令行可能含有敏感信息，默认隐藏。' +
      '设置 gpulse.processes.command-line=authenticated 或 =all 后显示。',
    userUnread: '部分进程的所属用户未知：gpulse 无权读取。',
    absent: '“–”表示驱动不报告该进程的此项数据，“…”表示尚未报告；两者都不是 0。',
    omitted: 'GPU {indexes} 上另有 {n} 个进程未显示：每块 GPU 只列出显存占用最大的 4 个。',
    leftOut: '{n} 个未读取',
    unread: 'GPU {indexes}：未读取进程。{why}。',
    filtered: '显示 {shown}/{all} 个；合计仅计入显示的行。',
    noMatch: '没有进程符合筛选条件',
    noMatchText: '{n} 个进程中没有匹配“{filter}”的。',
    clear: '清除筛选',
    nobody: '所有 GPU 上都没有进程',
    nobodyText: '全部 GPU 均已查询。有程序占用显存时会立即出现在这里。',
    days: '{d} 天 {h} 小时',
    swing: '{lo}–{hi}',
    smMean: 'SM 利用率：最近 30 秒样本的均值，旁边是最小值和最大值。',
    nothing: '没有可显示的进程',
  },
  processColumn: {
    gpu: 'GPU',
    pid: 'PID',
    user: '用户',
    name: '名称',
    type: '类型',
    memory: '显存',
    sm: 'SM',
    cpu: '主机 CPU',
    hostMemory: '主机内存',
    elapsed: '已运行',
  },
  processType: {
    COMPUTE: '计算',
    GRAPHICS: '图形',
    COMPUTE_AND_GRAPHICS: '计算、图形',
    MPS: 'MPS',
  },
  processGroup: { user: '用户', gpu: 'GPU', none: '不分组' },
}
