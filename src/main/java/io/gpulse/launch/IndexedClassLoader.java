package io.gpulse.launch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Loads what gpulse's jar holds, by its index: no other place is searched for it, and no nested jar is opened. All else
 * is its parent's.
 */
final class IndexedClassLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    private final IndexedJar jar;
    private final Map<URL, ProtectionDomain> domains = new ConcurrentHashMap<>();
    private final Map<URL, Manifest> manifests = new ConcurrentHashMap<>();

    IndexedClassLoader(IndexedJar jar, ClassLoader parent) {
        super("gpulse", parent);
        this.jar = jar;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        String path = path(name);
        if (this.jar.find(path).isEmpty()) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = path(name);
        try {
            for (JarIndex.Entry entry : this.jar.find(path)) {
                byte[] content = this.jar.read(path, entry);
                if (content != null) {
                    return define(name, content, entry);
                }
            }
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
        throw new ClassNotFoundException(name);
    }

    private static String path(String className) {
        return className.replace('.', '/').concat(".class");
    }

    private Class<?> define(String name, byte[] content, JarIndex.Entry entry) throws IOException {
        int end = name.lastIndexOf('.');
        if (end > 0 && getDefinedPackage(name.substring(0, end)) == null) {
            definePackage(name.substring(0, end), entry);
        }
        return defineClass(name, content, 0, content.length, domain(this.jar.root(entry)));
    }

    private ProtectionDomain domain(URL root) {
        return this.domains.computeIfAbsent(
                root, (key) -> new ProtectionDomain(new CodeSource(key, (Certificate[]) null), null, this, null));
    }

    private void definePackage(String name, JarIndex.Entry entry) throws IOException {
        Manifest manifest = manifest(entry);
        Attributes own = manifest.getAttributes(name.replace('.', '/') + "/");
        try {
            definePackage(
                    name,
                    attribute(own, manifest, Attributes.Name.SPECIFICATION_TITLE),
                    attribute(own, manifest, Attributes.Name.SPECIFICATION_VERSION),
                    attribute(own, manifest, Attributes.Name.SPECIFICATION_VENDOR),
                    attribute(own, manifest, Attributes.Name.IMPLEMENTATION_TITLE),
                    attribute(own, manifest, Attributes.Name.IMPLEMENTATION_VERSION),
                    attribute(own, manifest, Attributes.Name.IMPLEMENTATION_VENDOR),
                    null);
        } catch (IllegalArgumentException definedByAnotherThread) {
            if (getDefinedPackage(name) == null) {
                throw definedByAnotherThread;
            }
        }
    }

    private static @Nullable String attribute(@Nullable Attributes own, Manifest manifest, Attributes.Name name) {
        String value = own == null ? null : own.getValue(name);
        return value != null ? value : manifest.getMainAttributes().getValue(name);
    }

    private Manifest manifest(JarIndex.Entry ofItsRoot) throws IOException {
        URL root = this.jar.root(ofItsRoot);
        Manifest known = this.manifests.get(root);
        if (known != null) {
            return known;
        }
        Manifest manifest = new Manifest();
        for (JarIndex.Entry entry : this.jar.find(MANIFEST)) {
            byte[] content = entry.root() == ofItsRoot.root() ? this.jar.read(MANIFEST, entry) : null;
            if (content != null) {
                manifest = new Manifest(new ByteArrayInputStream(content));
            }
        }
        this.manifests.put(root, manifest);
        return manifest;
    }

    @Override
    protected @Nullable URL findResource(String name) {
        List<URL> found = resources(name, 1);
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(resources(name, Integer.MAX_VALUE));
    }

    private List<URL> resources(String name, int most) {
        List<URL> found = new ArrayList<>();
        try {
            if (name.isEmpty()) {
                return this.jar.roots();
            }
            for (JarIndex.Entry entry : this.jar.find(name)) {
                URL address = found.size() < most ? this.jar.address(name, entry) : null;
                if (address != null) {
                    found.add(address);
                }
            }
            return found;
        } catch (IOException unreadable) {
            return found;
        }
    }
}
