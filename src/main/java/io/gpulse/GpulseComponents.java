package io.gpulse;

import java.util.List;
import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.type.AnnotationMetadata;

/**
 * What gpulse consists of, for Spring: to read this list takes no time, to look for its classes in the jar a tenth of
 * the start. Names, because the classes are of their packages only.
 */
final class GpulseComponents implements ImportSelector {

    static final List<String> NAMES = List.of(
            "ConfigurationNames",
            "StartupSummaryLogger",
            "LifecycleConfiguration",
            "demo.DemoConfiguration",
            "event.EventConfiguration",
            "event.EventController",
            "history.HistoryConfiguration",
            "history.HistoryController",
            "history.mark.MarkController",
            "history.summary.HistorySummaryController",
            "host.HostConfiguration",
            "insight.InsightConfiguration",
            "insight.InsightController",
            "insight.silence.SilenceConfiguration",
            "insight.silence.SilenceController",
            "nvml.session.NvmlConfiguration",
            "prometheus.PrometheusConfiguration",
            "recording.RecordingConfiguration",
            "report.ReportConfiguration",
            "report.ReportController",
            "sampling.SamplingConfiguration",
            "security.SecurityConfiguration",
            "security.SessionController",
            "selection.FreeController",
            "selection.SelectionConfiguration",
            "snapshot.ProcessController",
            "snapshot.SnapshotConfiguration",
            "snapshot.SnapshotController",
            "snapshot.SummaryController",
            "status.CatalogueController",
            "status.StatusConfiguration",
            "status.StatusController",
            "stream.StreamConfiguration",
            "stream.StreamController",
            "text.QueryController",
            "text.TextConfiguration",
            "text.TextController",
            "ui.DashboardConfiguration",
            "view.OpenApiConfiguration",
            "view.ViewConfiguration",
            "web.ClientFaultFilter",
            "web.ConnectionFaults",
            "web.ErrorAdvice",
            "web.KeepAliveFix",
            "web.LongLivedResponse",
            "web.WebConfiguration",
            "web.connection.ConnectionConfiguration",
            "web.parameter.ParameterBinding",
            "web.parameter.ParameterConfiguration");

    @Override
    public String[] selectImports(AnnotationMetadata application) {
        String ours = GpulseComponents.class.getPackageName();
        return NAMES.stream().map((name) -> ours + "." + name).toArray(String[]::new);
    }
}
