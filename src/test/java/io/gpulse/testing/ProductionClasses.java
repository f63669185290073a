package io.gpulse.testing;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of gpulse without its tests, imported once for all rules about the architecture. */
public final class ProductionClasses {

    public static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.gpulse");

    private ProductionClasses() {}

    /** The classes of a package and of those below it. */
    public static JavaClasses in(String name) {
        return ALL.that(DescribedPredicate.describe(
                "in " + name, (JavaClass type) -> (type.getPackageName() + ".").startsWith(name + ".")));
    }
}
